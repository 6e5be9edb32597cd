import { nearestHint } from '../text/nearest.ts';
import { readTextFile } from '../text/text-file.ts';
import { readYamlText } from '../text/yaml-text.ts';
import { type DataPath, describeValue, linesOf } from '../text-place.ts';
import type { Problem } from '../user-error.ts';
import { type GivenText, joined, type SettingSource } from './setting-sources.ts';
import { isSettingKey, type SettingKey, settingKeys, settingOf } from './settings-table.ts';

const maxBytes = 256 * 1024;

/**
 * Reads settings from a YAML or JSON file: one mapping with the keys of settings. A repeatable setting may be a list,
 * and `gap` may be a mapping. Problems have the position `file:line:column`. Throws a UserError if the file cannot be read.
 */
export async function readConfigFile(file: string): Promise<SettingSource> {
  const text = await readTextFile(file, maxBytes);
  const position = linesOf(text);
  const { data, faults } = await readYamlText(text);
  const texts = new Map<SettingKey, GivenText>();
  const problems: Problem[] = faults.map(({ offset, ...fault }) => ({
    where: `${file}:${position(offset)}`,
    ...fault,
  }));
  const source = { find: (key: SettingKey) => texts.get(key), problems };
  if (data === undefined || data.value === null) return source;
  const where = (path: DataPath, at: 'key' | 'value') => `${file}:${position(data.offsetOf(path, at))}`;
  if (typeof data.value !== 'object' || Array.isArray(data.value)) {
    const expected = 'a mapping such as `port: 4010`';
    problems.push({ where: where([], 'value'), what: 'contains no settings', expected });
    return source;
  }
  for (const [key, given] of Object.entries(data.value)) {
    if (!isSettingKey(key)) {
      const what = `${describeValue(key)} is not a setting`;
      problems.push({ where: where([key], 'key'), what, hint: nearestHint(key, settingKeys) });
      continue;
    }
    const reading = asText(key, given);
    if (reading === undefined) problems.push({ where: where([key], 'value'), ...notText(key, given) });
    else texts.set(key, { text: reading, where: where([key], 'value'), subject: key });
  }
  return source;
}

/** Converts a value of the file to the text that a flag would have. */
function asText(key: SettingKey, given: unknown): string | undefined {
  if (isScalar(given)) return String(given);
  if (settingOf(key).joinedBy === undefined) return undefined;
  if (Array.isArray(given)) return given.every(isScalar) ? joined(key, given.map(String)) : undefined;
  if (key !== 'gap' || typeof given !== 'object' || given === null) return undefined;
  const choices = Object.entries(given);
  if (!choices.every(([, choice]) => isScalar(choice))) return undefined;
  return joined(
    key,
    choices.map(([gap, choice]) => `${gap}=${String(choice)}`),
  );
}

function isScalar(given: unknown): given is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof given);
}

function notText(key: SettingKey, given: unknown): Problem {
  const list = settingOf(key).joinedBy === undefined ? '' : ' or a list of scalars';
  return { what: `${key} cannot be ${describeValue(given)}`, expected: `a scalar${list}` };
}
