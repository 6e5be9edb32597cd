import { count } from '../../../report/amounts.ts';
import { type Markup, markup } from '../../../report/markup.ts';
import type { CauseView } from '../view/cause-view.ts';
import type { FaultSquare } from '../view/fault-grid.ts';
import type { GapSquare } from '../view/gap-grid.ts';
import type { MatrixView } from '../view/matrix-view.ts';
import { placeOf } from '../words.ts';

const nothing = markup``;

/** A finding of the page, by the address of its section. */
export type Anchored = { readonly id: string; readonly cause: CauseView };

/** Draws the grid of the gaps that were relied on and their choices; names the others. */
export function gapGrid({ gaps }: MatrixView, findings: readonly Anchored[]): Markup {
  const relied = gaps.filter(({ reliedOn }) => reliedOn);
  const others = gaps.filter(({ reliedOn }) => !reliedOn);
  if (relied.length === 0) return nothing;
  const rows = relied.map(({ gap, question, squares, pinned }) => {
    const all = squares.map((square) => gapSquare(gap, square, findings));
    const note = pinned ? markup` <span>Pinned in some environments</span>` : nothing;
    return markup`<div><dt><code>${gap}</code><span>${question}</span>${note}</dt><dd><ul class="squares">${all}</ul></dd></div>\n`;
  });
  return markup`<section aria-labelledby="gaps">
<h2 id="gaps">Gaps × choices</h2>
<p class="soft">What the specification leaves open, for ${count(relied.length, 'gap')} on which a response relied.</p>
<dl class="grid">
${rows}</dl>
${notReliedOn(others.map(({ gap }) => gap))}</section>
`;
}

function notReliedOn(names: readonly string[]): Markup {
  if (names.length === 0) return nothing;
  const items = names.map((name, at) => markup`${at === 0 ? '' : ', '}<code>${name}</code>`);
  return markup`<p class="soft">No response relied on ${count(names.length, 'other gap')}: ${items}.</p>\n`;
}

function gapSquare(gap: string, square: GapSquare, findings: readonly Anchored[]): Markup {
  const { choice, meaning, status, sign, word } = square;
  const found = findings.find(({ cause }) =>
    cause.gaps.some((part) => part.gap === gap && part.choice === choice),
  );
  const text = markup`<span class="tone">${sign} ${word}</span>`;
  const said =
    found === undefined || !/^(?:breaks|accepted)/.test(status)
      ? text
      : markup`<a class="tone" href="#${found.id}">${text}</a>`;
  return markup`<li><span class="square ${status}"><code>${choice}</code>${said}<span class="meaning">${meaning}</span></span></li>\n`;
}

/** Draws the grid of fault points, and lists the cells with several faults. */
export function faultGrid({ faults }: MatrixView, findings: readonly Anchored[]): Markup {
  const { rows, deeper, totals } = faults;
  if (rows.length + deeper.length === 0) return nothing;
  const places = rows.map(({ operation, nth, squares }) => {
    const all = squares
      .filter(({ status }) => status !== 'not-run')
      .map((square) => faultSquare(square.kind, `${operation}:${nth}:${square.kind}`, square, findings));
    const name = placeOf({ operation, nth, kind: '' });
    return markup`<div><dt><code>${operation}</code><span>the ${name}</span></dt><dd><ul class="squares">${all}</ul></dd></div>\n`;
  });
  const several = deeper.map(({ cell, square }) => faultSquare(cell, cell, square, findings));
  const both =
    several.length === 0
      ? nothing
      : markup`<div><dt>Several faults<span>in one run</span></dt><dd><ul class="squares">${several}</ul></dd></div>\n`;
  const { passed, failed, hung, 'not-fired': silent } = totals;
  return markup`<section aria-labelledby="faults">
<h2 id="faults">Faults</h2>
<p class="soft">How the command behaves: ${passed} pass, ${failed} fail, ${hung} hang, ${silent} did not fire.</p>
<dl class="grid faults">
${places}${both}</dl>
</section>
`;
}

function faultSquare(
  name: string,
  cell: string,
  { status, sign, word }: FaultSquare,
  findings: readonly Anchored[],
): Markup {
  const found = findings.find(({ cause }) => cause.cell === cell);
  const text = markup`<span class="tone">${sign} ${word}</span>`;
  const said = found === undefined ? text : markup`<a class="tone" href="#${found.id}">${text}</a>`;
  return markup`<li><span class="square ${status}"><code>${name}</code>${said}</span></li>\n`;
}
