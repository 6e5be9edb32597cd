import { distance } from 'fastest-levenshtein';

/**
 * The name that `given` most likely means, or undefined if none is near: at most a third of the letters differ, or one
 * begins with the other.
 */
export function nearest(given: string, names: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase();
  let best: { name: string; far: number } | undefined;
  for (const name of names) {
    const far = distance(wanted, name.toLowerCase());
    const begins =
      wanted.length > 2 && (name.toLowerCase().startsWith(wanted) || wanted.startsWith(name.toLowerCase()));
    if (!begins && far > Math.max(1, Math.ceil(name.length / 3))) continue;
    if (best === undefined || far < best.far) best = { name, far };
  }
  return best?.name;
}

/** A hint for an unknown name: `did you mean "x"?` if a name is near, otherwise the list of names. */
export function nearestHint(given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  return near === undefined ? `use one of ${names.join(', ')}` : `did you mean "${near}"?`;
}
