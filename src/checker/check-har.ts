import { systemClock } from './clock.ts';
import { type CriteriaOptions, readCriteria } from './criteria.ts';
import { observeGaps } from './gaps/observe-gaps.ts';
import { judgeHar } from './har/judge-har.ts';
import { readHar } from './har/read-har.ts';
import { openContract } from './judge/contract.ts';
import { surveyList, surveyOnce } from './judge/list-survey.ts';
import { orderListReader } from './judge/order-list.ts';
import type { Report } from './report.ts';

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
    observe: (exchange) => observeGaps(exchange, survey),
    readList: orderListReader(survey),
    criteria,
    now: systemClock.now(),
  });
}
