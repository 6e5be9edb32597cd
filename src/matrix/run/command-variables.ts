import { nearestHint } from '../../text/nearest.ts';
import { type Problem, UserError } from '../../user-error.ts';
import type { RunningCell } from './start-cell.ts';

/** A value of `--env`: a variable, and a text with placeholders such as `{baseUrl}`. */
export type VariableTemplate = { readonly name: string; readonly template: string };

export type VariableSources = {
  readonly cell: RunningCell;
  /** A new folder, removed after the run. */
  readonly runFolder: string;
  /** The file to which simulators that the tests start append their records. */
  readonly recordFile: string;
  readonly handles: ReadonlyMap<string, bigint>;
};

type Placeholder = (sources: VariableSources) => string;

const placeholders: Readonly<Record<string, Placeholder>> = {
  baseUrl: ({ cell }) => cell.baseUrl,
  origin: ({ cell }) => cell.origin,
  apiKey: ({ cell }) => cell.apiKey,
  controlUrl: ({ cell }) => cell.controlUrl,
  controlToken: ({ cell }) => cell.controlToken,
  runFolder: ({ runFolder }) => runFolder,
};

export const placeholderNames: readonly string[] = [...Object.keys(placeholders), 'handle:NAME'];

const inText = /\{([A-Za-z]+(?::[^{}\s]*)?)\}/g;
const handlePrefix = 'handle:';

/**
 * Reads values of `--env`: `ORDERS_URL={baseUrl}`. Throws one UserError with every problem: a text without a name, a
 * placeholder that does not exist, a handle that the scenario does not have, a variable of the matrix itself.
 */
export function readVariableTemplates(
  texts: readonly string[],
  handles: ReadonlyMap<string, bigint>,
): readonly VariableTemplate[] {
  const templates = texts.map((text) => {
    const [, name = '', template = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    return { text, name, template };
  });
  const problems = templates.flatMap(({ text, name, template }) => [
    ...nameProblems(name, text),
    ...templateProblems('--env', template, handles),
  ]);
  if (problems.length > 0) throw new UserError(problems);
  return templates.map(({ name, template }) => ({ name, template }));
}

function nameProblems(name: string, text: string): readonly Problem[] {
  if (['SIM_CELL', 'SIM_RECORD'].includes(name))
    return [{ where: '--env', what: `cannot set ${name}, which the matrix sets itself` }];
  if (/^[^\s\0]+$/.test(name)) return [];
  return [{ where: '--env', what: `cannot be ${JSON.stringify(text)}`, expected: 'NAME={baseUrl}' }];
}

/** Returns the placeholders of a text that do not exist, as problems. */
export function templateProblems(
  where: string,
  template: string,
  handles: ReadonlyMap<string, bigint>,
): readonly Problem[] {
  return [...template.matchAll(inText)].flatMap(([, name = '']): readonly Problem[] => {
    if (Object.hasOwn(placeholders, name)) return [];
    if (!name.startsWith(handlePrefix))
      return [{ where, what: `has no placeholder {${name}}`, hint: nearestHint(name, placeholderNames) }];
    const handle = name.slice(handlePrefix.length);
    if (handles.has(handle)) return [];
    const hint = handles.size === 0 ? 'it has no handles' : nearestHint(handle, [...handles.keys()]);
    return [{ where, what: `names a handle "${handle}" that the scenario does not have`, hint }];
  });
}

/** Replaces the placeholders of a text that `templateProblems` accepts. */
export function fillTemplate(template: string, sources: VariableSources): string {
  return template.replace(inText, (all, name: string) => {
    if (name.startsWith(handlePrefix))
      return `${sources.handles.get(name.slice(handlePrefix.length)) ?? all}`;
    return placeholders[name]?.(sources) ?? all;
  });
}

/** Returns the variables that the command gets in addition to those of this process. */
export function commandVariables(
  templates: readonly VariableTemplate[],
  sources: VariableSources,
): Readonly<Record<string, string>> {
  const { cell, runFolder, recordFile } = sources;
  return {
    STORE_ORDERS_URL: cell.origin,
    STORE_ORDERS_BASE_URL: cell.baseUrl,
    STORE_ORDERS_API_KEY: cell.apiKey,
    STORE_ORDERS_CONTROL_URL: cell.controlUrl,
    STORE_ORDERS_CONTROL_TOKEN: cell.controlToken,
    STORE_ORDERS_RUN_FOLDER: runFolder,
    ...Object.fromEntries(templates.map(({ name, template }) => [name, fillTemplate(template, sources)])),
    SIM_CELL: cell.settings,
    SIM_RECORD: recordFile,
  };
}
