import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';

/**
 * The gaps that an exchange can show, with the choices that the specification allows; `undefined` allows anything. Only the
 * names of the gaps are those of the simulator: the checker has its own table, and a test compares the two.
 */
export const allowedChoices = {
  'cancelled-in-list': ['keep', 'remove'],
  'cancel-again': ['conflict', 'not-found'],
  'conflict-body': undefined,
  'error-codes': undefined,
  'malformed-order-id': ['not-found', 'bad-request', 'unprocessable'],
  'list-query': ['ignore', 'bad-request'],
  'list-order': undefined,
  'content-type': ['bare', 'charset'],
  etag: ['off', 'on'],
  'list-lag': undefined,
  'unknown-path': ['not-found', 'unauthorized-first'],
  'wrong-method': ['method-not-allowed', 'not-found'],
  'head-list': ['as-get', 'method-not-allowed'],
  options: ['allow', 'method-not-allowed'],
  accept: ['ignore', 'not-acceptable'],
  'bearer-case': ['any-case', 'exact'],
  'pet-lookup': undefined,
  'pet-deprecation': undefined,
  cors: ['off', 'on'],
  'www-authenticate': ['bearer', 'none'],
  'extra-fields': undefined,
  'optional-fields': undefined,
  'ship-date-form': undefined,
  'list-compression': ['off', 'on'],
  'message-accepted': undefined,
  'message-bad-request-body': undefined,
} as const satisfies Partial<Readonly<Record<GapKey, readonly string[] | undefined>>>;

/** The key of a gap that an exchange can show. */
export type ObservableGap = keyof typeof allowedChoices;

/** The gaps that only headers show. */
export const headerGaps: readonly ObservableGap[] = [
  'content-type',
  'etag',
  'cors',
  'www-authenticate',
  'list-compression',
];

/** Returns whether the specification allows what was observed in a gap. */
export function isAllowed(gap: ObservableGap, observed: string): boolean {
  const choices: readonly string[] | undefined = allowedChoices[gap];
  return choices === undefined || choices.includes(observed);
}

/** Returns whether a text is one of the choices of a gap that are fixed. */
export function isNameOfChoice(gap: string, text: string): boolean {
  const choices: Readonly<Record<string, readonly string[] | undefined>> = allowedChoices;
  return choices[gap]?.includes(text) === true;
}

const date = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

/** The choices of the gaps in which the specification allows anything. */
const servedForms: Partial<Readonly<Record<ObservableGap, RegExp>>> = {
  'conflict-body': /^(?:empty|error|text)$/,
  'error-codes': /^(?:named|opaque|map:[a-z_]+=[^\s,=]+(?:,[a-z_]+=[^\s,=]+)*)$/,
  'list-lag': /^immediate$/,
  'pet-lookup': /^(?:stub|not-simulated)$/,
  'pet-deprecation': new RegExp(`^(?:none|since:${date}|(?:sunset|gone):${date}\\.\\.${date})$`),
  'extra-fields': /^(?:none|some)$/,
  'optional-fields': /^as-stored$/,
  'ship-date-form': /^(?:utc-seconds|millis|offset|as-written)$/,
  'message-accepted': /^(?:ok|created|accepted)$/,
  'message-bad-request-body': /^(?:empty|error)$/,
};

/** Returns whether a simulator can serve what was observed in a gap, so that a profile can contain it. */
export function isServed(gap: ObservableGap, observed: string): boolean {
  return allowedChoices[gap] === undefined
    ? servedForms[gap]?.test(observed) === true
    : isAllowed(gap, observed);
}
