/**
 * The gaps that an exchange can show, with the answers that the specification leaves open for each. The checker has its
 * own table, since it shares no code with the simulator; a test holds the two against each other. `undefined`: whatever
 * comes is allowed, as nothing is said about it.
 */
export const gapChoices = {
  'cancelled-in-list': ['keep', 'remove'],
  'cancel-again': ['conflict', 'not-found'],
  'conflict-body': undefined,
  'error-codes': undefined,
  'list-query': ['ignore', 'bad-request'],
  'list-order': undefined,
  'content-type': ['bare', 'charset'],
  etag: ['off', 'on'],
  cors: ['on'],
  'www-authenticate': ['bearer', 'none'],
  'extra-fields': undefined,
  'optional-fields': undefined,
  'ship-date-form': undefined,
  'list-compression': ['off', 'on'],
} as const satisfies Readonly<Record<string, readonly string[] | undefined>>;

/** The key of a gap that an exchange can show. */
export type ObservableGap = keyof typeof gapChoices;

/** The gaps that headers show, and nothing else. */
export const headerGaps: readonly ObservableGap[] = [
  'content-type',
  'etag',
  'cors',
  'www-authenticate',
  'list-compression',
];

/** Whether an answer to a gap is one that the specification leaves open. */
export function isAllowed(gap: ObservableGap, observed: string): boolean {
  const answers: readonly string[] | undefined = gapChoices[gap];
  return answers === undefined || answers.includes(observed);
}
