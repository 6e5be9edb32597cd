import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import { homepage } from '../../version.ts';

/** Returns the address of the section that shows how a client stops depending on a gap. */
export function fixLink(gap: GapKey): string {
  return `${homepage}/blob/main/docs/reference/dependences.md#${gap}`;
}
