/** A choice of a gap, taken apart: `after-200-ms` is `after-N-ms` with `200`. */
export type SplitChoice = { readonly name: string; readonly parameter: string };

/** Whether a choice of the table has a parameter: `after-N-ms`, `map:…`. */
export function hasParameter(name: string): boolean {
  return parameterPlace(name) >= 0;
}

/** Finds the choice of the table that a choice is. */
export function splitChoice(names: readonly string[], choice: string): SplitChoice {
  for (const name of names) {
    if (name === choice) return { name, parameter: '' };
    const at = parameterPlace(name);
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    if (at >= 0 && choice.startsWith(before) && choice.endsWith(after))
      return { name, parameter: choice.slice(before.length, choice.length - after.length) };
  }
  return { name: choice, parameter: '' };
}

/** Puts a parameter into a choice of the table. */
export function joinChoice({ name, parameter }: SplitChoice): string {
  const at = parameterPlace(name);
  return at < 0 ? name : name.slice(0, at) + parameter + name.slice(at + 1);
}

function parameterPlace(name: string): number {
  return name.search(/N|…/);
}
