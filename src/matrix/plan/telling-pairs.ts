import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';
import type { Cell } from '../model.ts';
import type { Case } from './case.ts';
import type { ReliedGap } from './reliance.ts';

/** The choices that can matter together although a client survives each of them alone. A further pair is one row. */
const tellingPairs: readonly GapChoiceTexts[] = [
  // Only a 409 with an Error body has a code.
  { 'conflict-body': 'error', 'error-codes': 'opaque' },
  // The bytes of a list, kept by their ETag.
  { etag: 'on', 'list-compression': 'on' },
  // The order leaves the list, and the service no longer knows it.
  { 'cancelled-in-list': 'remove', 'cancel-again': 'not-found' },
  { 'cancelled-in-list': 'remove', 'cancel-again': 'no-content' },
  // An order is found by its place in the list.
  { 'cancelled-in-list': 'remove', 'list-order': 'shuffled' },
  // What a reader of orders must be prepared for.
  { 'optional-fields': 'sparse', 'extra-fields': 'some' },
  { 'optional-fields': 'null', 'extra-fields': 'some' },
  // A body is decoded by its type and its coding.
  { 'content-type': 'charset', 'list-compression': 'on' },
  // A text is no JSON, and its type says so.
  { 'conflict-body': 'text', 'content-type': 'charset' },
  // A 401 is told from others by its header or by its code.
  { 'www-authenticate': 'none', 'error-codes': 'opaque' },
];

/** Returns the pairs of choices that a cell can make, neither of which is that of the baseline. */
export function pairCases(relied: readonly ReliedGap[], passes: (choice: Cell) => boolean) {
  return tellingPairs
    .filter((pair) =>
      Object.entries(pair).every(([gap, choice]) => {
        const row = relied.find((one) => one.gap === gap);
        return (
          row?.varies === true && row.choice !== choice && passes({ gaps: { [gap]: choice }, faults: [] })
        );
      }),
    )
    .map((gaps): Case => ({ cell: { gaps, faults: [] }, purpose: 'pairs' }));
}
