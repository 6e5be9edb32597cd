import { writeJson } from '../../json/json.ts';
import { shorten } from '../../text-place.ts';
import type { CapsuleResponse } from './capsule.ts';

/**
 * Returns how the response to a repeated request differs from the recorded one, as a clause; undefined if it has the same bytes.
 *
 * @param sameClock whether the clock was stopped: else the time in a response to POST /messages may differ
 */
export function capsuleDifference(
  recorded: CapsuleResponse,
  repeated: CapsuleResponse,
  sameClock: boolean,
): string | undefined {
  const fields = ['status', 'end', 'headers', 'body', 'faults'] as const;
  for (const name of fields) {
    const [before, after] = [recorded[name], repeated[name]].map((field) => textOf(field, sameClock));
    if (before !== after)
      return `${name} ${shorten(after ?? '', 200)} instead of ${shorten(before ?? '', 200)}`;
  }
  return undefined;
}

function textOf(field: unknown, sameClock: boolean): string {
  const text = field === undefined ? 'none' : writeJson(field);
  return sameClock ? text : text.replace(/(\\"createdAt\\":\\")[^"\\]*/, '$1');
}
