import { plainText } from './plain-text.ts';

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value inside a template: text, which is escaped, or markup. */
type MarkupPart = string | number | Markup | readonly Markup[];

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
 * Template tag for HTML and XML: ``markup`<p>${text}</p>` ``. Text is escaped for content and for quoted attributes, and
 * characters that XML forbids are replaced. Markup is inserted unchanged.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const [first = '', ...rest] = strings;
  return new Markup(rest.reduce((text, string, index) => text + render(parts[index] ?? '') + string, first));
}

export function markupLines(lines: readonly string[]): Markup {
  return new Markup(lines.map(escapeMarkup).join('\n'));
}
