import { nearestHint } from '../text/nearest.ts';
import { type Problem, UserError } from '../user-error.ts';

/** A value of `--env`: a variable, and a text with placeholders such as `{baseUrl}`. */
export type VariableTemplate = { readonly name: string; readonly template: string };

/** The values of placeholders, by their names. */
export type PlaceholderValues = Readonly<Record<string, string>>;

const placeholder = /\{([A-Za-z]+(?::[^{}\s]*)?)\}/g;

/**
 * Reads values of `--env`: `ORDERS_URL={baseUrl}`. Throws one UserError with every problem: a text without a name, a placeholder
 * that does not exist.
 *
 * @param names the placeholders that exist
 */
export function readVariableTemplates(
  texts: readonly string[],
  names: readonly string[],
): readonly VariableTemplate[] {
  const problems: Problem[] = [];
  const templates = texts.flatMap((text) => {
    const [, name, template = ''] = /^([^=\s\0]+)=(.*)$/s.exec(text) ?? [];
    for (const [, used = ''] of template.matchAll(placeholder))
      if (!names.includes(used))
        problems.push({
          where: '--env',
          what: `has no placeholder {${used}}`,
          hint: nearestHint(used, names),
        });
    if (name !== undefined) return [{ name, template }];
    problems.push({ where: '--env', what: `cannot be ${JSON.stringify(text)}`, expected: 'NAME={baseUrl}' });
    return [];
  });
  if (problems.length > 0) throw new UserError(problems);
  return templates;
}

/** Returns the variables with their values. */
export function fillTemplates(
  templates: readonly VariableTemplate[],
  values: PlaceholderValues,
): PlaceholderValues {
  const fill = (template: string): string =>
    template.replace(placeholder, (all, name: string) => values[name] ?? all);
  return Object.fromEntries(templates.map(({ name, template }) => [name, fill(template)]));
}
