import { duration } from '../../../report/amounts.ts';
import { type Markup, markup } from '../../../report/markup.ts';
import { htmlPage } from '../../../report/page.ts';
import type { MatrixReport } from '../matrix-report.ts';
import { type MatrixView, viewMatrix } from '../view/matrix-view.ts';
import { runsByCell } from '../view/runs-by-cell.ts';
import { outcomeClause, outcomeWords } from '../words.ts';
import { findingBlocks, noteBlocks } from './findings.ts';
import { type Anchored, faultGrid, gapGrid } from './grids.ts';
import { matrixStyle } from './style.ts';

const nothing = markup``;

/**
 * Formats a matrix as one self-contained HTML page: the verdict, the grids of gaps and faults, each finding, every run. Its
 * only addresses are links to the pages that show how to fix a dependence.
 */
export function matrixHtmlReport(report: MatrixReport): string {
  const view = viewMatrix(report);
  const findings: readonly Anchored[] = [...view.dependences, ...view.faultCauses].map((cause, at) => ({
    id: `finding-${at + 1}`,
    cause,
  }));
  const listed = findings.filter(({ cause }) => cause.counts || cause.accepted !== undefined);
  const found = listed.length === 0 ? nothing : markup`<h2>Findings</h2>\n${findingBlocks(listed)}`;
  const behaviour = findings.filter((finding) => !listed.includes(finding));
  const body = markup`${head(report, view)}
<main>
${gapGrid(view, findings)}${found}
${faultGrid(view, findings)}${underFaults(behaviour)}${noteBlocks(view)}
${lists(view)}
${everyRun(report)}
</main>`;
  return htmlPage({ title: `${view.command} ${view.verdict}`, style: matrixStyle, body });
}

function head({ startedAt, tool }: MatrixReport, view: MatrixView): Markup {
  const { command, sign, verdict, scope, incomplete } = view;
  const [first, ...others] = incomplete;
  const trouble =
    first === undefined
      ? nothing
      : markup`<div class="incomplete" role="alert"><p><strong>${first}</strong></p>${others.map((line) => markup`<p>${line}</p>`)}</div>\n`;
  return markup`<header>
<p class="soft">Store Orders matrix</p>
<h1><span class="${sign === '✔' ? 'passes' : 'breaks'}"><span class="tone">${sign}</span></span> <code>${command}</code> ${verdict}</h1>
${trouble}<p class="soft">${scope}. Started ${startedAt}, by ${tool.name} ${tool.version}</p>
${tiles(view)}</header>`;
}

/** Draws the numbers that a reader looks for first. */
function tiles({ gaps, faults, flaky, notes, leftOut }: MatrixView): Markup {
  const squares = gaps.filter(({ reliedOn }) => reliedOn).flatMap((row) => row.squares);
  const amount = (pattern: RegExp) => squares.filter(({ status }) => pattern.test(status)).length;
  const { passed, failed, hung } = faults.totals;
  const all: readonly (readonly [number, string, string])[] = [
    [amount(/^breaks/), 'breaks', 'choices break it'],
    [amount(/^passes$/), 'passes', 'choices pass'],
    [failed + hung, failed + hung === 0 ? 'passes' : 'failed', 'faults break it'],
    [passed, 'passes', 'faults pass'],
    [flaky.length, 'flaky', 'flaky cells'],
    [notes.length, 'flaky', 'notes'],
    [leftOut.length, 'not-run', 'cells left out'],
  ];
  const shown = all.filter(([number, , word]) => number > 0 || word === 'choices break it');
  const items = shown.map(
    ([number, status, word]) =>
      markup`<li class="${number === 0 ? 'passes' : status}"><b>${number}</b> ${word}</li>\n`,
  );
  return markup`<ul class="tiles">\n${items}</ul>\n`;
}

/** Returns the faults under which the command fails, and which do not count: closed, because they can be many. */
function underFaults(findings: readonly Anchored[]): Markup {
  if (findings.length === 0) return nothing;
  return markup`<details><summary>What broke under each fault (not findings without --require faults)</summary>
${findingBlocks(findings)}</details>
`;
}

function lists({ flaky, pinned, leftOut, remarks }: MatrixView): Markup {
  const uneven = flaky.map(({ cell, outcomes }) => `${cell}: ${outcomes}`);
  return markup`${list('Flaky', 'Runs of the same cell had different outcomes: not a finding.', uneven)}${list(
    'Pinned',
    'Chosen by a test or its scenario, so not varied there.',
    pinned,
  )}${list('Left out', 'Planned and not run.', leftOut)}${list('Remarks', '', remarks)}`;
}

function list(heading: string, meaning: string, items: readonly string[]): Markup {
  if (items.length === 0) return nothing;
  const all = items.map((item) => markup`<li>${item}</li>\n`);
  const said = meaning === '' ? nothing : markup`<p class="soft">${meaning}</p>\n`;
  return markup`<h2>${heading}</h2>\n${said}<ul>\n${all}</ul>\n`;
}

function everyRun({ result }: MatrixReport): Markup {
  if (result.runs.length === 0) return nothing;
  const rows = runsByCell(result.runs).map(({ text, runs }) => {
    const outcomes = [...Map.groupBy(runs, ({ outcome }) => outcomeClause(outcome))].map(
      ([clause, all]) =>
        `${outcomeWords[all[0]?.outcome.kind ?? 'passed'].sign} ${clause}${all.length > 1 ? ` ${all.length} times` : ''}`,
    );
    const ms = runs.reduce((sum, run) => sum + (run.cached ? 0 : run.ms), 0);
    const time = runs.every(({ cached }) => cached) ? 'cached' : duration(ms);
    return markup`<tr><th scope="row"><code>${text}</code></th><td>${outcomes.join(', ')}</td><td>${time}</td></tr>\n`;
  });
  return markup`<h2>Runs</h2>
<details><summary>Every cell with its runs</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table>
<caption>Cells in the order in which they ran</caption>
<thead><tr><th scope="col">Cell</th><th scope="col">Outcome</th><th scope="col">Time</th></tr></thead>
<tbody>
${rows}</tbody></table></div></details>`;
}
