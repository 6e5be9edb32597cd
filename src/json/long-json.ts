import { inSlices } from '../in-slices.ts';
import { writeJson } from './json.ts';

/**
 * Returns the text of `writeJson(value, 2)` as UTF-8. The elements of lists that are members of `value` are written in
 * slices, so that a long list does not delay other requests.
 */
export async function writeLongJson(value: unknown): Promise<Buffer> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return Buffer.from(writeJson(value, 2));
  const parts: Buffer[] = [];
  let before = '{\n';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    parts.push(Buffer.from(`${before}  ${JSON.stringify(key)}: `));
    if (Array.isArray(member)) parts.push(await writeList(member));
    else parts.push(Buffer.from(indent(writeJson(member, 2), '  ')));
    before = ',\n';
  }
  return Buffer.concat([...parts, Buffer.from(parts.length === 0 ? '{}' : '\n}')]);
}

/** Writes a list that is a member. To join its texts at the end would take as long as to write them. */
async function writeList(items: readonly unknown[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const item of inSlices(items)) {
    const before = parts.length === 0 ? '[\n' : ',\n';
    parts.push(Buffer.from(`${before}    ${indent(writeJson(item, 2), '    ')}`));
  }
  parts.push(Buffer.from(parts.length === 0 ? '[]' : '\n  ]'));
  return Buffer.concat(parts);
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
