import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { digest } from './cache-inputs.ts';

/** The content of a sealed file. `broken`: it was not written whole, or was changed since. */
export type SealedContent =
  | { readonly kind: 'content'; readonly content: unknown }
  | { readonly kind: 'absent' | 'broken' };

/** Writes a value as JSON below its digest. A reader sees the whole file or none. */
export async function writeSealed(file: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content);
  await replaceText(file, `${digest(text)}\n${text}`);
}

export async function replaceText(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Reads a file that `writeSealed` wrote. Rejects if it cannot be read. */
export async function readSealed(file: string): Promise<SealedContent> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { kind: 'absent' };
  const [seal, content = ''] = text.split(/\n(.*)/s);
  return seal === digest(content) ? { kind: 'content', content: JSON.parse(content) } : { kind: 'broken' };
}
