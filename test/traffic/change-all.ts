import { Anonymiser, type ChangedField } from '../../src/traffic/pseudonyms/anonymiser.ts';
import { type Change, collectInto, replaceBy } from '../../src/traffic/pseudonyms/change.ts';
import { changeJson } from '../../src/traffic/pseudonyms/change-json.ts';
import { KeyStream } from '../../src/traffic/pseudonyms/key-stream.ts';

/** When the exchanges of `changeAll` were. */
export const now = Date.UTC(2026, 10, 22, 19, 37, 54);

/** Changes texts that belong together: first all values are collected, then they are replaced. */
export function changeAll(
  texts: readonly string[],
  way: (text: string, change: Change) => string | undefined = (text, change) =>
    changeJson(text, { change, now }),
  { keep = [], byte = 7 }: { readonly keep?: readonly ChangedField[]; readonly byte?: number } = {},
): readonly string[] {
  const anonymiser = new Anonymiser(keep);
  for (const text of texts) way(text, collectInto(anonymiser));
  const change = replaceBy(anonymiser.draw(new KeyStream(Buffer.alloc(32, byte))));
  return texts.map((text) => way(text, change) ?? 'not JSON');
}
