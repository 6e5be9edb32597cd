import { readIgnored } from './check-options.ts';
import { systemClock } from './clock.ts';
import type { GapObservation } from './finding.ts';
import { observeGaps } from './gaps/observe-gaps.ts';
import { judgeHar } from './har/judge-har.ts';
import { readHar } from './har/read-har.ts';
import { openContract } from './judge/contract.ts';
import { surveyList, surveyOnce } from './judge/list-survey.ts';
import type { Report } from './report.ts';
import type { Severity } from './rules/rule.ts';
import type { Exchange } from './wire/exchange.ts';

/** How a recording is to be judged. */
export type CheckHarOptions = {
  /** The base address whose requests count; found in the recording where left out. */
  readonly baseUrl?: string | undefined;
  readonly failOn?: Severity | undefined;
  /** Ids of rules whose findings don't count for the exit code. */
  readonly ignore?: readonly string[] | undefined;
};

/** Judges the traffic in a HAR file and sends nothing. Throws a UserError for a file that is none. */
export async function checkHar(file: string, options: CheckHarOptions = {}): Promise<Report> {
  const { baseUrl, failOn = 'violation' } = options;
  const ignore = readIgnored(options.ignore ?? []);
  const reading = await readHar(file, baseUrl === undefined ? {} : { baseUrl });
  const survey = surveyOnce(surveyList);
  const { judge } = await openContract(undefined, { survey });
  const observe = (exchange: Exchange): readonly GapObservation[] => observeGaps(exchange, survey);
  return judgeHar(reading, { judge, observe }, { failOn, ignore, now: systemClock.now() });
}
