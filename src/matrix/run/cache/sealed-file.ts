import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../report/report-file.ts';
import { codeOf } from '../../../user-error.ts';
import { digest } from './cache-inputs.ts';

/** The content of a sealed file. `broken`: it was not written whole, or was changed since. */
export type SealedContent =
  | { readonly kind: 'content'; readonly content: unknown }
  | { readonly kind: 'absent' | 'broken' };

/** Writes a value as JSON below its digest. A reader sees the whole file or none. */
export async function writeSealed(file: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content);
  await replaceFile(file, `${digest(text)}\n${text}`);
}

/** Reads a file that `writeSealed` wrote. Rejects if it cannot be read. */
export async function readSealed(file: string): Promise<SealedContent> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { kind: 'absent' };
  const [seal, content = ''] = text.split(/\n(.*)/s);
  return seal === digest(content) ? { kind: 'content', content: JSON.parse(content) } : { kind: 'broken' };
}
