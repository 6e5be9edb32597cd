import { type ReportDocument, sectionsOf, sentence, verdictMark } from './document.ts';
import { Markup, markup, markupLines } from './markup.ts';
import { blockLines } from './terminal.ts';

/** Light or dark by the setting of the reader, with a contrast of at least 4.5 to 1. */
const style = new Markup(`
:root { color-scheme: light dark; --bad: #b3261e; --good: #17692f; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff9c94; --good: #7fd99a; } }
body { background: Canvas; color: CanvasText; max-width: 72rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
.bad { color: var(--bad); }
.good { color: var(--good); }
pre { font: .875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
`);

/**
 * Formats a document as a self-contained HTML page, which is also well-formed XML: each section is the text of the terminal. The
 * page contains no script and loads no other resource, and its policy forbids both.
 */
export function renderHtml(document: ReportDocument): string {
  const { title, subject, verdict, scope, origin, alert } = document;
  const { sign, tone } = verdictMark(document);
  const label = alert?.incomplete === true ? 'Incomplete. ' : '';
  const alerts = (alert?.lines ?? []).map(
    (line) => markup`<p role="alert" class="bad">${label}${line}</p>\n`,
  );
  const sections = sectionsOf(document).map(
    ({ heading = '', note, blocks }) => markup`<h2>${heading}</h2>
<p>${note === undefined ? '' : sentence(note)}</p>
<pre>${markupLines(blocks.flatMap((block) => blockLines(block)))}</pre>\n`,
  );
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${subject} ${verdict}</title>
<style>${style}</style>
</head>
<body><main>
<p>${title}</p>
${alerts}<h1><span class="${tone}">${sign}</span> ${subject} <span class="${tone}">${verdict}</span></h1>
<p>${scope}. ${origin}</p>
${sections}</main></body>
</html>
`.text;
}
