import { inSlices } from './in-slices.ts';
import { writeJson } from './json.ts';

/**
 * Returns the text of `writeJson(value, 2)`. The elements of lists that are members of `value` are written in slices, so
 * that a long list does not delay other requests.
 */
export async function writeLongJson(value: unknown): Promise<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return writeJson(value, 2);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const text = Array.isArray(member) ? await writeList(member) : indent(writeJson(member, 2), '  ');
    members.push(`  ${JSON.stringify(key)}: ${text}`);
  }
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`;
}

/** Writes a list that is a member. */
async function writeList(items: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for await (const item of inSlices(items)) texts.push(`    ${indent(writeJson(item, 2), '    ')}`);
  return texts.length === 0 ? '[]' : `[\n${texts.join(',\n')}\n  ]`;
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
