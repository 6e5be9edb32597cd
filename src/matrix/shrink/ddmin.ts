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
      pieces = Math.max(2, step.pieces);
      continue;
    }
    if (pieces === failing.length) return step;
    pieces = Math.min(pieces * 2, failing.length);
  }
  return { kind: 'minimal', parts: failing };
}

type Step<Part> =
  | Reduction<Part>
  | { readonly kind: 'smaller'; readonly parts: readonly Part[]; readonly pieces: number };

/** Looks for a piece that fails, then for one that can be left out. */
function nextStep<Part>(
  failing: readonly Part[],
  pieces: number,
  known: (subset: readonly Part[]) => Known,
): Step<Part> {
  const all = split(failing, pieces);
  const rests = all.map((piece) => failing.filter((part) => !piece.includes(part)));
  for (const [at, parts] of [...all, ...rests].entries()) {
    const result = known(parts);
    if (result === 'unknown') return { kind: 'ask', parts };
    if (result === 'fails') return { kind: 'smaller', parts, pieces: at < pieces ? 2 : pieces - 1 };
  }
  return { kind: 'minimal', parts: failing };
}

function split<Part>(parts: readonly Part[], pieces: number): readonly (readonly Part[])[] {
  return Array.from({ length: pieces }, (_, at) =>
    parts.slice(Math.floor((at * parts.length) / pieces), Math.floor(((at + 1) * parts.length) / pieces)),
  );
}
