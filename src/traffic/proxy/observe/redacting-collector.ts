import type { ResultCollector } from '../../../contract/collect-results.ts';
import { allowedChoices } from '../../../contract/gaps/gap-choices.ts';
import type { Finding, GapObservation } from '../../../contract/report.ts';
import type { Secrets } from '../../../secrets/secrets.ts';

/** A collector for one exchange. */
export type RedactingCollector = ResultCollector & {
  /** Whether the exchange showed something new, so that it must be kept. */
  readonly isFresh: boolean;
};

/**
 * Removes the secrets of one exchange from what is collected about it.
 *
 * @param known redacted texts of earlier observations, by their text: most exchanges show the same
 */
export function redactingCollector(
  collector: ResultCollector,
  secrets: Secrets,
  known: Map<string, string>,
): RedactingCollector {
  let isFresh = false;
  const note = (fresh: boolean): boolean => {
    isFresh ||= fresh;
    return fresh;
  };
  const redacted = (finding: Finding): Finding => ({
    ...finding,
    ...(finding.where !== undefined && { where: secrets.hide(finding.where) }),
    got: secrets.hide(finding.got),
  });
  return {
    ...collector,
    get results() {
      return collector.results;
    },
    broken: (finding, operation) => note(collector.broken(redacted(finding), operation)),
    observed: (observation) => note(collector.observed(redactObservation(observation, secrets, known))),
    judged: (exchange, judgement) =>
      note(
        collector.judged(
          exchange,
          judgement.findings.length === 0
            ? judgement
            : { ...judgement, findings: judgement.findings.map(redacted) },
        ),
      ),
    get isFresh() {
      return isFresh;
    },
  };
}

const choicesByGap: Readonly<Record<string, readonly string[] | undefined>> = allowedChoices;

const maxKnown = 1000;

/** The name of a choice contains no secret. */
function redactObservation(
  observation: GapObservation,
  { hide }: Secrets,
  known: Map<string, string>,
): GapObservation {
  const { gap, observed } = observation;
  if (choicesByGap[gap]?.includes(observed) === true) return observation;
  const redacted = known.get(observed) ?? hide(observed);
  if (known.size < maxKnown) known.set(observed, redacted);
  return { ...observation, observed: redacted };
}
