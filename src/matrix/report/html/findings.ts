import { type Markup, markup } from '../../../report/markup.ts';
import { type CauseView, meaningOf } from '../view/cause-view.ts';
import type { DifferenceView } from '../view/difference-view.ts';
import type { MatrixView } from '../view/matrix-view.ts';
import type { Anchored } from './grids.ts';

const nothing = markup``;

/** Returns a section for each finding. */
export function findingBlocks(findings: readonly Anchored[]): Markup {
  return markup`${findings.map(findingBlock)}`;
}

function findingBlock({ id, cause }: Anchored): Markup {
  const [sign, tone] = cause.counts
    ? ['✘', 'breaks']
    : cause.accepted === undefined
      ? ['!', 'flaky']
      : ['~', 'accepted'];
  return markup`<article class="finding ${tone}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="tone">${sign}</span> ${cause.subject} <span class="tone">${cause.clause}</span></h3>
<dl>
${facts(cause)}</dl>
${cause.differences.map(differenceBlock)}<p class="soft">Reproduce</p>
<pre><code>${cause.reproduce}</code></pre>
</article>
`;
}

function facts(cause: CauseView): readonly Markup[] {
  const when = { today: 'today: the deployment does this', 'if-changed': 'if the deployment changes' };
  const meaning = meaningOf(cause);
  const means = meaning === '' ? nothing : markup`: ${meaning}`;
  const tests = cause.tests.map((name) => markup`<li>${name}</li>\n`);
  const more = cause.moreTests === undefined ? nothing : markup`<li>${cause.moreTests}</li>`;
  return [
    ...(cause.accepted === undefined ? [] : [fact('Accepted', markup`${cause.accepted}`)]),
    ...(cause.when === undefined ? [] : [fact('Breaks', markup`${when[cause.when]}`)]),
    fact('Breaks with', markup`<code>${cause.cell}</code>${means}`),
    ...cause.gaps.map(({ why }) => fact('Not promised', markup`${why}`)),
    fact('Outcome', markup`the command ${cause.outcome}`),
    ...(tests.length === 0 ? [] : [fact('Failing tests', markup`<ul>${tests}${more}</ul>`)]),
    ...cause.gaps.map(({ gap, fix }) =>
      fact('How to fix', markup`<a href="${fix}" rel="noreferrer">${gap}, with code</a>`),
    ),
  ];
}

function fact(name: string, content: Markup): Markup {
  return markup`<dt>${name}</dt><dd>${content}</dd>\n`;
}

function differenceBlock({ request, passing, failing }: DifferenceView): Markup {
  return markup`<div class="differs"><p><span class="soft">Differs:</span> <code>${request}</code></p>
<dl><dt class="passes"><span class="tone">✔ passing</span></dt><dd><code>${passing}</code></dd>
<dt class="breaks"><span class="tone">✘ failing</span></dt><dd><code>${failing}</code></dd></dl></div>
`;
}

/** Returns a section for the notes about the client. */
export function noteBlocks({ notes }: MatrixView): Markup {
  if (notes.length === 0) return nothing;
  const items = notes.map(({ sentence, cell, more, exchanges, fix, reproduce }) => {
    const lines = exchanges.map((line) => markup`<li><code>${line}</code></li>\n`);
    return markup`<article class="finding flaky">
<h3><span class="tone">!</span> It ${sentence}</h3>
<dl><dt>Seen with</dt><dd><code>${cell}</code>${more}</dd>
<dt>Exchanges</dt><dd><ul>${lines}</ul></dd>
<dt>How to fix</dt><dd><a href="${fix}" rel="noreferrer">with code</a></dd></dl>
<p class="soft">Reproduce</p>
<pre><code>${reproduce}</code></pre>
</article>
`;
  });
  return markup`<h2>Notes about the client</h2>\n${items}`;
}
