import { andMore } from './amounts.ts';
import {
  type Block,
  type Card,
  type Evidence,
  type Fact,
  type Line,
  type Piece,
  piecesOf,
  type ReportDocument,
  type Section,
  sectionsOf,
  sentence,
  verdictMark,
} from './document.ts';
import { htmlStyle } from './html-style.ts';
import { Markup, markup } from './markup.ts';

const nothing = markup``;

/**
 * Formats a document as a self-contained HTML page, which is also well-formed XML. The page contains no script and loads
 * no other resource, and its policy forbids both.
 */
export function renderHtml(document: ReportDocument): string {
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${document.subject} ${document.verdict}</title>
<style>${new Markup(htmlStyle)}</style>
</head>
<body>
${head(document)}
<main>
${sectionsOf(document).map(sectionMarkup)}</main>
</body>
</html>
`.text;
}

function head(document: ReportDocument): Markup {
  const { title, subject, verdict, scope, origin, alert } = document;
  const { sign, tone } = verdictMark(document);
  const lines = (alert?.lines ?? []).map((line) => markup`<p>${line}</p>\n`);
  const label = alert?.incomplete ? markup`<p><strong>Incomplete.</strong></p>\n` : nothing;
  const box =
    alert === undefined ? nothing : markup`<div class="alert" role="alert">\n${label}${lines}</div>\n`;
  return markup`<header>
<p class="soft">${title}</p>
${box}<h1><span class="tone ${tone}">${sign}</span> ${subject} <span class="tone ${tone}">${verdict}</span></h1>
<p class="soft">${scope}. ${origin}</p>
</header>`;
}

function sectionMarkup({ heading, note, blocks }: Section): Markup {
  const title = heading === undefined ? nothing : markup`<h2>${heading}</h2>\n`;
  const about = note === undefined ? nothing : markup`<p class="soft">${sentence(note)}</p>\n`;
  const all = blocks.map((block) => blockMarkup(block, heading ?? ''));
  return markup`${title}${about}${all}`;
}

function blockMarkup(block: Block, heading: string): Markup {
  switch (block.kind) {
    case 'card':
      return cardMarkup(block);
    case 'text':
      return markup`<p class="soft">${lineMarkup(block.line)}</p>\n`;
    case 'list':
      return markup`<ul>\n${block.rows.map((row) => markup`<li>${lineMarkup(row)}</li>\n`)}</ul>\n`;
    case 'table': {
      const names = block.columns.map((column) => markup`<th scope="col">${column}</th>`);
      return markup`<div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table>
<caption>${heading}</caption>
<thead><tr>${names}</tr></thead>
<tbody>
${block.rows.map(tableRow)}</tbody></table></div>\n`;
    }
  }
}

function tableRow([first = '', ...others]: readonly Line[]): Markup {
  const cells = others.map((cell) => markup`<td>${lineMarkup(cell)}</td>`);
  return markup`<tr><th scope="row">${lineMarkup(first)}</th>${cells}</tr>\n`;
}

function cardMarkup({ id, mark, title, suffix, text, evidence, total }: Card): Markup {
  const said = text === undefined ? nothing : markup`<p>${text}</p>\n`;
  const all = evidence.map((one, at) => evidenceMarkup(one, at === 0 && mark.tone !== 'soft'));
  const more = andMore(total, evidence.length, 'finding').map(
    (line) => markup`<p class="soft">${line}</p>\n`,
  );
  return markup`<article class="card ${mark.tone}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title" class="tone ${mark.tone}">${mark.sign} ${title} ${suffix}</h3>
${said}${all}${more}</article>\n`;
}

function evidenceMarkup({ heading, facts, command }: Evidence, open: boolean): Markup {
  const shown = markup`<dl>\n${facts.map(factMarkup)}</dl>\n`;
  const run =
    command === undefined
      ? nothing
      : markup`<p class="soft">${command.name}</p>\n<pre><code>${command.lines.flatMap((line) => lineMarkup(line))}</code></pre>\n`;
  if (heading === undefined) return markup`${shown}${run}`;
  const attribute = open ? markup` open="open"` : nothing;
  return markup`<details${attribute}><summary>${heading}</summary>\n${shown}${run}</details>\n`;
}

function factMarkup({ name, lines }: Fact): Markup {
  const all = lines.map((line) => markup`<div>${lineMarkup(line)}</div>`);
  return markup`<dt>${name}</dt><dd>${all}</dd>\n`;
}

function lineMarkup(line: Line): Markup {
  return markup`${piecesOf(line).map(pieceMarkup)}`;
}

function pieceMarkup(piece: Piece): Markup {
  if (typeof piece === 'string') return markup`${piece}`;
  if ('code' in piece) return markup`<code>${piece.code}</code>`;
  return markup`<span class="tone ${piece.tone}">${piece.text}</span>`;
}
