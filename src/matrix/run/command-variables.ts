import { nearestHint } from '../../text/nearest.ts';
import { type Problem, UserError } from '../../user-error.ts';
import type { UserCommand } from './run-command.ts';
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

const ofCell = ['baseUrl', 'origin', 'apiKey', 'controlUrl', 'controlToken'] as const;
export const placeholderNames: readonly string[] = [...ofCell, 'runFolder', 'handle:NAME'];

const inText = /\{([A-Za-z]+(?::[^{}\s]*)?)\}/g;
const handlePrefix = 'handle:';

/** The placeholders that a command knows, and the variables that it sets itself. */
export type Placeholders = {
  readonly names: readonly string[];
  readonly reserved?: readonly string[];
};

export function matrixPlaceholders(handles: ReadonlyMap<string, bigint>): Placeholders {
  const ofHandles = [...handles.keys()].map((name) => handlePrefix + name);
  return { names: [...ofCell, 'runFolder', ...ofHandles], reserved: ['SIM_CELL', 'SIM_RECORD'] };
}

/**
 * Reads values of `--env`: `ORDERS_URL={baseUrl}`. Throws one UserError with every problem: a text without a name, a
 * placeholder that does not exist, a reserved variable.
 */
export function readVariableTemplates(
  texts: readonly string[],
  known: Placeholders,
): readonly VariableTemplate[] {
  const templates = texts.map((text) => {
    const [, name = '', template = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    return { text, name, template };
  });
  const problems = templates.flatMap(({ text, name, template }) => [
    ...nameProblems(name, text, known),
    ...templateProblems('--env', template, known),
  ]);
  if (problems.length > 0) throw new UserError(problems);
  return templates.map(({ name, template }) => ({ name, template }));
}

function nameProblems(name: string, text: string, { reserved = [] }: Placeholders): readonly Problem[] {
  if (reserved.includes(name))
    return [{ where: '--env', what: `cannot set ${name}, which the matrix sets itself` }];
  if (/^[^\s\0]+$/.test(name)) return [];
  return [{ where: '--env', what: `cannot be ${JSON.stringify(text)}`, expected: 'NAME={baseUrl}' }];
}

/** Returns the placeholders of a text that do not exist, as problems. */
export function templateProblems(
  where: string,
  template: string,
  { names }: Placeholders,
): readonly Problem[] {
  return [...template.matchAll(inText)].flatMap(([, name = '']) =>
    names.includes(name)
      ? []
      : [{ where, what: `has no placeholder {${name}}`, hint: nearestHint(name, names) }],
  );
}

/** The values of placeholders, by their names. */
type Values = Readonly<Record<string, string>>;

export function placeholderValues({ cell, runFolder, handles }: VariableSources): Values {
  const all: Record<string, string> = { runFolder };
  for (const name of ofCell) all[name] = cell[name];
  for (const [name, id] of handles) all[handlePrefix + name] = `${id}`;
  return all;
}

/** Replaces the placeholders of a text that `templateProblems` accepts. */
export function fillTemplate(template: string, values: Values): string {
  return template.replace(inText, (all, name: string) => values[name] ?? all);
}

export function fillTemplates(templates: readonly VariableTemplate[], values: Values): Values {
  return Object.fromEntries(templates.map(({ name, template }) => [name, fillTemplate(template, values)]));
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the variables with this machine excepted from proxies. Clients read either spelling. */
export function withoutProxy(env: UserCommand['env']): UserCommand['env'] {
  const excepted = (name: 'NO_PROXY' | 'no_proxy'): string =>
    [env[name] ?? env.no_proxy ?? env.NO_PROXY ?? '', ...loopback].filter((host) => host !== '').join(',');
  return { ...env, NO_PROXY: excepted('NO_PROXY'), no_proxy: excepted('no_proxy') };
}

/** Returns the variables that the command gets in addition to those of this process. */
export function commandVariables(
  templates: readonly VariableTemplate[],
  sources: VariableSources,
): Readonly<Record<string, string>> {
  const { cell, runFolder, recordFile } = sources;
  return {
    STORE_ORDERS_BASE_URL: cell.baseUrl,
    // An alias of earlier versions, without /v1.
    STORE_ORDERS_URL: cell.origin,
    STORE_ORDERS_API_KEY: cell.apiKey,
    STORE_ORDERS_CONTROL_URL: cell.controlUrl,
    STORE_ORDERS_CONTROL_TOKEN: cell.controlToken,
    STORE_ORDERS_RUN_FOLDER: runFolder,
    ...fillTemplates(templates, placeholderValues(sources)),
    SIM_CELL: cell.settings,
    SIM_RECORD: recordFile,
  };
}
