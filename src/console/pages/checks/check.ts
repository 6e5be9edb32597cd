import { readJson, writeJson } from '../../../json/json.ts';

/** A statement about what the client did, as `POST …/journal/verify` accepts it. */
export type Check = { readonly check: string } & Readonly<Record<string, unknown>>;

/** Checks that need no knowledge of the scenario. */
export const firstChecks: readonly Check[] = [
  { check: 'nothing-else-changed' },
  { check: 'no-request-without-key' },
  { check: 'no-notes' },
];

/** Returns a check in one line: `cancelled orderId 1001, times 1`. */
export function checkText({ check, ...fields }: Check): string {
  const texts = Object.entries(fields).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`,
  );
  return [check, texts.join(', ')].filter(Boolean).join(' ');
}

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
