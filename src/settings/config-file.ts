import { nearestHint } from '../shared/nearest.ts';
import { readTextFile } from '../shared/text-file.ts';
import { type DataPath, describeValue, linesOf } from '../shared/text-place.ts';
import type { Problem } from '../shared/user-error.ts';
import { readYamlText } from '../shared/yaml-text.ts';
import { type GivenText, joined, type SettingSource } from './setting-sources.ts';
import { isSettingKey, type SettingKey, settingKeys, settingOf } from './settings-table.ts';

const largest = 256 * 1024;

/**
 * The settings that a config file gives: YAML (or JSON), one mapping whose keys are setting keys. A repeatable setting
 * may be a list, and `gap` a mapping. All that is wrong comes as problems with `file:line:column`; only a file that
 * cannot be read at all is a `UserError`.
 */
export async function readConfigFile(file: string): Promise<SettingSource> {
  const text = await readTextFile(file, largest);
  const place = linesOf(text);
  const { data, faults } = await readYamlText(text);
  const problems: Problem[] = faults.map(({ offset, ...fault }) => ({
    where: `${file}:${place(offset)}`,
    ...fault,
  }));
  const texts = new Map<SettingKey, GivenText>();
  if (data === undefined || data.value === null) return { texts, problems };
  const where = (path: DataPath, at: 'key' | 'value') => `${file}:${place(data.offsetOf(path, at))}`;
  if (typeof data.value !== 'object' || Array.isArray(data.value)) {
    const expected = 'a mapping such as `port: 4010`';
    return {
      texts,
      problems: [...problems, { where: where([], 'value'), what: 'holds no settings', expected }],
    };
  }
  for (const [key, given] of Object.entries(data.value)) {
    if (!isSettingKey(key)) {
      const what = `${describeValue(key)} is no setting`;
      problems.push({ where: where([key], 'key'), what, hint: nearestHint(key, settingKeys) });
      continue;
    }
    const reading = asText(key, given);
    if (reading === undefined) problems.push({ where: where([key], 'value'), ...noText(key, given) });
    else texts.set(key, { text: reading, where: where([key], 'value'), subject: key });
  }
  return { texts, problems };
}

/** A plain value as the text that a flag would give. */
function asText(key: SettingKey, given: unknown): string | undefined {
  if (isPlain(given)) return String(given);
  if (settingOf(key).joinedBy === undefined) return undefined;
  if (Array.isArray(given)) return given.every(isPlain) ? joined(key, given.map(String)) : undefined;
  if (key !== 'gap' || typeof given !== 'object' || given === null) return undefined;
  const answers = Object.entries(given);
  if (!answers.every(([, answer]) => isPlain(answer))) return undefined;
  return joined(
    key,
    answers.map(([gap, answer]) => `${gap}=${String(answer)}`),
  );
}

function isPlain(given: unknown): given is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof given);
}

function noText(key: SettingKey, given: unknown): Problem {
  const list = settingOf(key).joinedBy === undefined ? '' : ', or a list of them';
  return { what: `${key} cannot be ${describeValue(given)}`, expected: `one plain value${list}` };
}
