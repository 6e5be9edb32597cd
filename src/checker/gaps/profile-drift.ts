import type { GapObservation } from '../finding.ts';
import type { Report } from '../report.ts';
import { gapChoices, type ObservableGap } from './gap-choices.ts';

/** The answers that a profile gives, by gap; gaps that a check cannot see are passed over. */
export type ExpectedProfile = {
  /** As the user named it. */
  readonly name: string;
  readonly answers: Readonly<Record<string, string>>;
};

/** Whether what was seen is what the answer says; undefined where a check cannot tell. */
type Agrees = (answer: string, observed: string) => boolean | undefined;

const same: Agrees = (answer, observed) => answer === observed;
const unknown: Agrees = () => undefined;

// The codes of answer `named`, by the statuses of the specification.
const namedCodes: Readonly<Record<string, readonly string[]>> = {
  401: ['unauthorized'],
  404: ['order_not_found'],
  409: ['order_already_shipped', 'order_already_cancelled'],
};

/** `observed` is `401: unauthorized`; the answer is `named`, or `map:unauthorized=AUTH_01,…`, or anything. */
const sameCode: Agrees = (answer, observed) => {
  if (answer !== 'named' && !answer.startsWith('map:')) return undefined;
  const [, status = '', code] = /^(\d+): (.*)$/s.exec(observed) ?? [];
  const pairs = answer.slice('map:'.length).split(',');
  const codes = namedCodes[status]?.map((name) => {
    const replaced = pairs.find((pair) => pair.startsWith(`${name}=`));
    return replaced?.slice(name.length + 1) ?? name;
  });
  return codes?.some((expected) => expected === code);
};

/** How an answer of a profile is recognised in what a check sees; its words are not always the same. */
const recognise: Readonly<Record<ObservableGap, Agrees>> = {
  'cancelled-in-list': same,
  'cancel-again': same,
  'conflict-body': same,
  'error-codes': sameCode,
  'list-query': same,
  'list-order': (answer, observed) => (answer === 'by-id' ? observed === 'by-id' : undefined),
  'content-type': same,
  etag: same,
  cors: same,
  'www-authenticate': same,
  'extra-fields': (answer, observed) => (answer === 'none') === observed.startsWith('none'),
  'optional-fields': unknown,
  'ship-date-form': (answer, observed) => (answer === 'as-written' ? undefined : answer === observed),
  // The check asks for no coding: only one that comes unasked tells anything.
  'list-compression': (answer, observed) => (observed === 'on' ? answer === 'on' : undefined),
};

/** The observations that speak for or against the profile. */
function compare({ answers }: ExpectedProfile, { gap, observed }: GapObservation): boolean | undefined {
  const answer = answers[gap];
  const known = Object.keys(gapChoices).find((key): key is ObservableGap => key === gap);
  return answer === undefined || known === undefined ? undefined : recognise[known](answer, observed);
}

/**
 * Holds what a report saw in the gaps against a profile. Each difference becomes a note; a report that would end with 0
 * ends with 4 then. Without any, a note says in which gaps the target is as the profile says.
 */
export function withProfileDrift(report: Report, profile: ExpectedProfile): Report {
  const differing = report.gaps.filter((seen) => compare(profile, seen) === false);
  const agreeing = report.gaps.filter((seen) => compare(profile, seen) === true).map(({ gap }) => gap);
  const drift = differing.map(
    ({ gap, observed, exchange }) =>
      `Drift from profile ${profile.name}: ${gap} is ${observed}, expected ${profile.answers[gap]}${exchange === undefined ? '' : ` (exchange ${exchange})`}.`,
  );
  const seen = [...new Set(agreeing)].join(', ') || 'none';
  const notes = drift.length > 0 ? drift : [`No drift from profile ${profile.name}; gaps compared: ${seen}.`];
  const drifts = drift.length > 0 && report.exitCode === 0;
  return { ...report, notes: [...report.notes, ...notes], exitCode: drifts ? 4 : report.exitCode };
}
