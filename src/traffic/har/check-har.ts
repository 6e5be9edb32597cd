import { machineClock } from '../../clock.ts';
import { type CriteriaOptions, readCriteria } from '../../contract/criteria.ts';
import { openContract } from '../../contract/open-contract.ts';
import type { Report } from '../../contract/report.ts';
import { judgeHar } from './judge-har.ts';
import { readHar } from './read-har.ts';

export type CheckHarOptions = CriteriaOptions & {
  /** The base address of the service; found in the recording by default. */
  readonly baseUrl?: string | undefined;
};

/**
 * Checks recorded traffic, a HAR 1.2 file, against the contract. Sends nothing. The report contains none of the recorded
 * keys. Throws a UserError (exit code 2) if the file cannot be read, is not a HAR file or has requests to several base
 * addresses, or if an option is invalid.
 *
 * @example
 * const report = await checkHar('traffic.har', { ignore: ['R19'] });
 * for (const { rule, expected, got } of report.findings) console.log(rule, expected, got);
 */
export async function checkHar(file: string, options: CheckHarOptions = {}): Promise<Report> {
  const { baseUrl } = options;
  const criteria = readCriteria(options);
  const reading = await readHar(file, baseUrl === undefined ? {} : { baseUrl });
  const contract = await openContract();
  return judgeHar(reading, { contract, criteria, now: machineClock.now() });
}
