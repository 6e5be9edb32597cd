import { plainText } from './plain-text.ts';

/** Text that is markup already. Only `markup` and `join` make it, so that nothing gets into a document unescaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a piece of markup: text, which is escaped, or markup, which is not. */
export type MarkupPart = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function render(part: MarkupPart): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map((piece) => piece.text).join('');
  return escapeMarkup(String(part));
}

/**
 * Template tag for HTML and XML: ``markup`<p>${text}</p>` ``. A text put in is escaped for content and for quoted
 * attributes alike, and has no character that XML forbids; markup put in stays as it is.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const [first = '', ...rest] = strings;
  return new Markup(rest.reduce((text, string, index) => text + render(parts[index] ?? '') + string, first));
}

/** Lines of text as markup: each escaped, the line breaks between them kept. */
export function markupLines(lines: readonly string[]): Markup {
  return new Markup(lines.map(escapeMarkup).join('\n'));
}
