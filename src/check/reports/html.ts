import type { Report } from '../../contract/report.ts';
import { type Markup, markup } from '../../report/markup.ts';
import { htmlPage, htmlTable } from '../../report/page.ts';
import { type FindingView, type ReportView, type RuleView, source, viewReport } from './report-view.ts';

/** Every finding of a report is on the page: a report has at most 100 findings for each rule. */
const maxFindings = 100;

const nothing = markup``;

const style = `
.violated { color: var(--red); } .passed { color: var(--green); } .noticed { color: var(--amber); }
.ignored, .accepted, .not-exercised { color: var(--soft); }
.broken { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid currentColor;
  border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
.broken > * { color: var(--ink); }
.broken > h3 { color: inherit; }
summary { cursor: pointer; font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
.bar { height: .5rem; display: flex; border-radius: .25rem; overflow: hidden; background: var(--line); margin: .75rem 0; }
.bar span { background: currentColor; }
`;

/** Draws the share of violated, noticed and passed rules. */
function bar({ rules }: ReportView): Markup {
  const parts = (['violated', 'noticed', 'passed'] as const).map((wanted) => {
    const share = rules.filter(({ status }) => status === wanted).length / Math.max(1, rules.length);
    return markup`<span class="${wanted}" style="width: ${(share * 100).toFixed(2)}%"></span>`;
  });
  return markup`<div class="bar" aria-hidden="true">${parts}</div>`;
}

function head({ startedAt, tool }: Report, view: ReportView): Markup {
  const { target, sign, verdict, scope, incomplete } = view;
  const missing =
    incomplete === undefined
      ? nothing
      : markup`<p class="incomplete" role="alert"><strong>Incomplete.</strong> ${incomplete}</p>`;
  return markup`<header>
<p class="soft">Store Orders contract</p>
${missing}
<h1>${target} <span class="${sign === '✔' ? 'passed' : 'violated'}">${verdict}</span></h1>
<p>${scope}</p>
${bar(view)}
<p class="soft">Started ${startedAt}, by ${tool.name} ${tool.version}</p>
</header>`;
}

function findingBlock({ exchange, fields }: FindingView, open: boolean): Markup {
  const facts = Object.entries(fields).map(
    ([name, text]) => markup`<dt>${name}</dt><dd><code>${text}</code></dd>`,
  );
  const inside = markup`<summary>${exchange ?? 'Several exchanges'}</summary><dl>${facts}</dl>`;
  return open ? markup`<details open="open">${inside}</details>\n` : markup`<details>${inside}</details>\n`;
}

function brokenBlock({ rule, status, sign, weight, findings, more }: RuleView): Markup {
  const blocks = findings.map((finding, index) =>
    findingBlock(finding, index === 0 && status !== 'ignored' && status !== 'accepted'),
  );
  return markup`<section class="broken ${status}" aria-labelledby="${rule.id}">
<h3 id="${rule.id}">${sign} ${rule.id} ${rule.key} (${weight})</h3>
<p>${rule.sentence} <span class="soft">(${source(rule)})</span></p>
${blocks}${more === undefined ? nothing : markup`<p class="soft">${more}</p>`}</section>
`;
}

function ruleTable({ rules }: ReportView): Markup {
  const rows = rules.map(
    ({ rule, status, sign, word, detail }) =>
      markup`<tr><th scope="row">${rule.id}</th><td>${rule.sentence} <span class="soft">(${source(rule)})</span></td><td class="${status}">${sign} ${word}</td><td>${detail}</td></tr>\n`,
  );
  const caption = 'Every statement of the specification that is checked';
  return htmlTable('Rules', caption, ['Rule', 'Statement', 'Result', 'Detail'], rows);
}

function gapTable({ gaps }: ReportView): Markup {
  if (gaps.length === 0) return nothing;
  const rows = gaps.map(({ gap, observed, allowed }) => {
    const beyond = allowed ? nothing : markup` <span class="noticed">not an allowed choice</span>`;
    return markup`<tr><th scope="row">${gap}</th><td>${observed}${beyond}</td></tr>\n`;
  });
  const caption = 'Observed behaviour that the specification leaves open: not findings';
  return htmlTable('Unspecified', caption, ['Gap', 'Observed'], rows);
}

/** Formats a report as one self-contained HTML page. */
export function htmlReport(report: Report): string {
  const view = viewReport(report, maxFindings);
  const { target, verdict, broken, notes } = view;
  const findings = broken.length === 0 ? nothing : markup`<h2>Findings</h2>\n${broken.map(brokenBlock)}`;
  const items = notes.map((note) => markup`<li>${note}</li>\n`);
  const body = markup`${head(report, view)}
<main>
${findings}
${ruleTable(view)}
${gapTable(view)}
${items.length === 0 ? nothing : markup`<h2>Notes</h2>\n<ul>\n${items}</ul>`}
</main>`;
  return htmlPage({ title: `${target} ${verdict}`, style, body });
}
