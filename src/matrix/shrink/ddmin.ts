export type Known = 'fails' | 'passes' | 'unknown';

/** A subset that must be run before the reduction can go on, or the result. */
export type Reduction<Part> = { readonly kind: 'ask' | 'minimal'; readonly parts: readonly Part[] };

/**
 * Reduces parts that fail together to a subset that fails and passes without any one of its parts (delta debugging, ddmin by
 * Zeller and Hildebrandt). It runs nothing: called again with more known subsets, it goes the same way and further.
 *
 * @param parts they fail together
 * @param known what is known of a subset; the empty one passes
 */
export function ddmin<Part>(
  parts: readonly Part[],
  known: (subset: readonly Part[]) => Known,
): Reduction<Part> {
  let failing = parts;
  let pieces = 2;
  while (failing.length > 1) {
    const step = nextStep(failing, pieces, known);
    if (step.kind === 'ask') return step;
    if (step.kind === 'smaller') {
      failing = step.parts;
      pieces = Math.max(2, Math.min(step.pieces, failing.length));
      continue;
    }
    if (pieces >= failing.length) break;
    pieces = Math.min(pieces * 2, failing.length);
  }
  return { kind: 'minimal', parts: failing };
}

type Step<Part> =
  | { readonly kind: 'ask'; readonly parts: readonly Part[] }
  | { readonly kind: 'smaller'; readonly parts: readonly Part[]; readonly pieces: number }
  | { readonly kind: 'none' };

/** Looks for a piece that fails, then for one that can be left out. */
function nextStep<Part>(
  failing: readonly Part[],
  pieces: number,
  known: (subset: readonly Part[]) => Known,
): Step<Part> {
  const all = split(failing, pieces);
  for (const piece of all) {
    const result = known(piece);
    if (result === 'unknown') return { kind: 'ask', parts: piece };
    if (result === 'fails') return { kind: 'smaller', parts: piece, pieces: 2 };
  }
  if (pieces === 2) return { kind: 'none' };
  for (const piece of all) {
    const rest = failing.filter((part) => !piece.includes(part));
    const result = known(rest);
    if (result === 'unknown') return { kind: 'ask', parts: rest };
    if (result === 'fails') return { kind: 'smaller', parts: rest, pieces: pieces - 1 };
  }
  return { kind: 'none' };
}

function split<Part>(parts: readonly Part[], pieces: number): readonly (readonly Part[])[] {
  return Array.from({ length: pieces }, (_, at) =>
    parts.slice(Math.floor((at * parts.length) / pieces), Math.floor(((at + 1) * parts.length) / pieces)),
  ).filter((piece) => piece.length > 0);
}
