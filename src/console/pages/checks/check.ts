import type { OperationName } from '../../../control-api.ts';
import { readJson, writeJson } from '../../../json/json.ts';

/** A statement about what the client did, as `POST …/journal/verify` accepts it. */
export type Check = { readonly check: string } & Readonly<Record<string, unknown>>;

/** A field of a check. */
export type CheckField = 'orderId' | 'times' | 'atMost' | 'operation' | 'except';

/** A kind of check, in the words of the API. */
export type CheckKind = {
  readonly name: string;
  readonly check: string;
  readonly says: string;
  readonly fields: readonly CheckField[];
};

/** The kinds of checks. */
export const checkKinds: readonly CheckKind[] = [
  {
    name: 'cancelled, exactly',
    check: 'cancelled',
    says: 'The order was cancelled exactly this many times.',
    fields: ['orderId', 'times'],
  },
  {
    name: 'cancelled, at most',
    check: 'cancelled',
    says: 'The order was cancelled at most this many times.',
    fields: ['orderId', 'atMost'],
  },
  {
    name: 'nothing-else-changed',
    check: 'nothing-else-changed',
    says: 'No order was cancelled, except these and those in the other checks.',
    fields: ['except'],
  },
  {
    name: 'no-request-without-key',
    check: 'no-request-without-key',
    says: 'Every request carried a bearer token.',
    fields: [],
  },
  {
    name: 'retried',
    check: 'retried',
    says: 'No order had more retries of its cancel than this. With an order id, applies only to that order.',
    fields: ['atMost', 'orderId'],
  },
  {
    name: 'never-requested',
    check: 'never-requested',
    says: 'No request matched the operation, the order, or both.',
    fields: ['operation', 'orderId'],
  },
  { name: 'no-notes', check: 'no-notes', says: 'No exchange has a note of a probable mistake.', fields: [] },
];

/** Checks that need no knowledge of the scenario. */
export const firstChecks: readonly Check[] = [
  { check: 'nothing-else-changed' },
  { check: 'no-request-without-key' },
  { check: 'no-notes' },
];

/** The values of the form of a check. */
export type CheckValues = Readonly<Record<CheckField, string>>;

/** Returns a check with the values of a form. Empty fields are left out. */
export function checkOf({ check, fields }: CheckKind, values: CheckValues): Check {
  const given = fields
    .map((field) => [field, values[field].trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => [field, readField(field, text)] as const);
  return { check, ...Object.fromEntries(given) };
}

/** What is not a number is sent as it is: the simulator says what it expects. */
function readField(field: CheckField, text: string): unknown {
  if (field === 'except')
    return text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(numberOf);
  return field === 'operation' ? (text as OperationName) : numberOf(text);
}

function numberOf(text: string): bigint | string {
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

/** Returns a check in one line: `cancelled orderId 1001, times 1`. */
export function checkText({ check, ...fields }: Check): string {
  const texts = Object.entries(fields).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`,
  );
  return [check, texts.join(', ')].filter(Boolean).join(' ');
}

/** Reads checks from the parameter of a place. */
export function readChecks(text: string | undefined): readonly Check[] {
  if (text === undefined) return firstChecks;
  try {
    const read = readJson(text);
    return Array.isArray(read) ? (read as readonly Check[]) : firstChecks;
  } catch {
    return firstChecks;
  }
}

/** Writes checks as the parameter of a place, so that the way back leads to them. */
export function writeChecks(checks: readonly Check[]): string {
  return writeJson(checks);
}
