import { Markup, markup } from './markup.ts';

/** The colours and texts of every page. Light or dark by the setting of the reader, with a contrast of at least 4.5 to 1. */
const style = `
:root { color-scheme: light dark; --ink: #1d2329; --soft: #57606a; --page: #ffffff; --card: #f5f7f9; --line: #d5dbe1;
  --red: #b3261e; --green: #17692f; --amber: #845300; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --soft: #a0aab4; --page: #14181c; --card: #1d2329;
  --line: #39424b; --red: #ff9c94; --green: #7fd99a; --amber: #f0bd67; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
.incomplete { border: 2px solid var(--red); border-radius: .5rem; padding: .75rem 1rem; margin: 1rem 0; }
details { margin: .5rem 0 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .75rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
code { font: .875rem/1.5 ui-monospace, monospace; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
  font-weight: normal; }
thead th { font-weight: 600; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media print { details > * { display: block; } }
`;

/** A page: its title, its own style besides that of every page, and its body. */
export type Page = { readonly title: string; readonly style: string; readonly body: Markup };

/**
 * Returns a self-contained HTML page, which is also well-formed XML. The page contains no script and loads no other
 * resource, and its policy forbids both.
 */
export function htmlPage({ title, style: own, body }: Page): string {
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${title}</title>
<style>${new Markup(style + own)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}

/** Returns a heading and a table that can be scrolled sideways. */
export function htmlTable(
  title: string,
  caption: string,
  columns: readonly string[],
  rows: readonly Markup[],
): Markup {
  const names = columns.map((column) => markup`<th scope="col">${column}</th>`);
  return markup`<h2>${title}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<caption>${caption}</caption>
<thead><tr>${names}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}
