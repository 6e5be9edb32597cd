/**
 * Replaces the text between `<!-- generated: NAME -->` and `<!-- end: NAME -->` in a Markdown text. Throws if the marks do
 * not occur exactly once.
 */
export function replaceSection(text: string, name: string, section: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const [before, rest, ...more] = text.split(begin);
  const [, after, ...evenMore] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + evenMore.length > 0)
    throw new Error(`the text needs ${begin} and, after it, ${end}, each once`);
  return `${before}${begin}\n\n${section}\n\n${end}${after}`;
}
