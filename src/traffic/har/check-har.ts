import { machineClock } from '../../clock.ts';
import { type CriteriaOptions, readCriteria } from '../../contract/criteria.ts';
import { observeGaps } from '../../contract/gaps/observe-gaps.ts';
import { openContract } from '../../contract/judge/contract.ts';
import { surveyList, surveyOnce } from '../../contract/judge/list-survey.ts';
import { orderListReader } from '../../contract/judge/order-list.ts';
import type { Report } from '../../contract/report.ts';
import { judgeHar } from './judge-har.ts';
import { readHar } from './read-har.ts';

/** Options of `checkHar`. */
export type CheckHarOptions = CriteriaOptions & {
  /** The base address of the service; found in the recording by default. */
  readonly baseUrl?: string | undefined;
  /** Ids of rules that are not checked. */
  readonly skip?: readonly string[] | undefined;
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
  const survey = surveyOnce(surveyList);
  const { judge } = await openContract(undefined, { survey });
  return judgeHar(reading, {
    judge,
    observe: (exchange) =>
      observeGaps(exchange, survey).filter(({ gap }) => !(reading.idsReplaced && gap === 'list-order')),
    readList: orderListReader(survey),
    criteria,
    now: machineClock.now(),
  });
}
