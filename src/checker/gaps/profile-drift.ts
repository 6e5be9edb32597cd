import type { GapObservation, Report } from '../report.ts';
import { allowedChoices, type ObservableGap } from './gap-choices.ts';

/** A profile that a target is expected to follow. */
export type ExpectedProfile = {
  /** The name or the file, as the user gave it. */
  readonly name: string;
  /** Choices by gap. A check ignores the gaps that it cannot observe. */
  readonly choices: Readonly<Record<string, string>>;
};

/** Compares an observation with a choice; returns undefined if they cannot be compared. */
type Compare = (choice: string, observed: string) => boolean | undefined;

const same: Compare = (choice, observed) => choice === observed;

/** The codes of choice `named` by status. */
const namedCodes: Readonly<Record<string, readonly string[]>> = {
  401: ['unauthorized'],
  404: ['order_not_found'],
  409: ['order_already_shipped', 'order_already_cancelled'],
};

/** Compares `401: unauthorized` with `named` or `map:unauthorized=AUTH_01,…`. */
const sameCode: Compare = (choice, observed) => {
  if (choice !== 'named' && !choice.startsWith('map:')) return undefined;
  const [, status = '', code] = /^(\d+): (.*)$/s.exec(observed) ?? [];
  const pairs = choice.slice('map:'.length).split(',');
  const codes = namedCodes[status]?.map((name) => {
    const replaced = pairs.find((pair) => pair.startsWith(`${name}=`));
    return replaced?.slice(name.length + 1) ?? name;
  });
  return codes?.some((expected) => expected === code);
};

/** How the choices of each gap are compared with observations, which may be worded differently. */
const comparisons: Readonly<Record<ObservableGap, Compare>> = {
  'cancelled-in-list': same,
  'cancel-again': same,
  'conflict-body': same,
  'error-codes': sameCode,
  'malformed-order-id': same,
  'list-query': same,
  'list-order': (choice, observed) => (choice === 'by-id' ? observed === 'by-id' : undefined),
  'content-type': same,
  etag: same,
  'message-accepted': same,
  'message-bad-request-body': same,
  cors: same,
  'www-authenticate': same,
  'extra-fields': (choice, observed) => (choice === 'none') === observed.startsWith('none'),
  'optional-fields': () => undefined,
  'ship-date-form': (choice, observed) => (choice === 'as-written' ? undefined : choice === observed),
  // The absence of a coding is not observed: the check does not accept any.
  'list-compression': (choice, observed) => (observed === 'on' ? choice === 'on' : undefined),
};

function compare({ choices }: ExpectedProfile, { gap, observed }: GapObservation): boolean | undefined {
  const choice = choices[gap];
  const known = Object.keys(allowedChoices).find((key): key is ObservableGap => key === gap);
  return choice === undefined || known === undefined ? undefined : comparisons[known](choice, observed);
}

/**
 * Compares the observed gaps of a report with a profile. Each difference becomes a note and changes exit code 0 to 4. If
 * there are none, a note lists the gaps that were compared.
 */
export function withProfileDrift(report: Report, profile: ExpectedProfile): Report {
  const differing = report.gaps.filter((observation) => compare(profile, observation) === false);
  const agreeing = report.gaps.filter((observation) => compare(profile, observation) === true);
  const drift = differing.map(({ gap, observed, exchange }) => {
    const where = exchange === undefined ? '' : ` (exchange ${exchange})`;
    return `Drift from profile ${profile.name}: ${gap} is ${observed}, expected ${profile.choices[gap]}${where}.`;
  });
  const compared = [...new Set(agreeing.map(({ gap }) => gap))].join(', ') || 'none';
  const notes =
    drift.length > 0 ? drift : [`No drift from profile ${profile.name}; gaps compared: ${compared}.`];
  const drifts = drift.length > 0 && report.exitCode === 0;
  return { ...report, notes: [...report.notes, ...notes], exitCode: drifts ? 4 : report.exitCode };
}
