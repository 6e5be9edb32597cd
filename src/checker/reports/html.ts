import { Markup, markup } from '../../shared/report/markup.ts';
import type { Report } from '../report.ts';
import { type FindingView, type ReportView, type RuleView, source, viewReport } from './report-view.ts';

/** Every finding of a report is on the page: a report has at most 100 findings for each rule. */
const maxFindings = 100;

const nothing = markup``;

/** Light or dark by the setting of the reader, with a contrast of at least 4.5 to 1 in both. */
const style = new Markup(`
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
.violated { color: var(--red); } .passed { color: var(--green); } .noticed { color: var(--amber); }
.ignored, .accepted, .not-exercised { color: var(--soft); }
.incomplete { border: 2px solid var(--red); border-radius: .5rem; padding: .75rem 1rem; margin: 1rem 0; }
.broken { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid currentColor;
  border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
.broken > * { color: var(--ink); }
.broken > h3 { color: inherit; }
details { margin: .5rem 0 0; }
summary { cursor: pointer; font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .75rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
code { font: .875rem/1.5 ui-monospace, monospace; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
  font-weight: normal; }
thead th { font-weight: 600; }
.bar { height: .5rem; display: flex; border-radius: .25rem; overflow: hidden; background: var(--line); margin: .75rem 0; }
.bar span { background: currentColor; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media print { details > * { display: block; } }
`);

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

function table(title: string, caption: string, columns: readonly string[], rows: readonly Markup[]): Markup {
  const names = columns.map((column) => markup`<th scope="col">${column}</th>`);
  return markup`<h2>${title}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<caption>${caption}</caption>
<thead><tr>${names}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function ruleTable({ rules }: ReportView): Markup {
  const rows = rules.map(
    ({ rule, status, sign, word, detail }) =>
      markup`<tr><th scope="row">${rule.id}</th><td>${rule.sentence} <span class="soft">(${source(rule)})</span></td><td class="${status}">${sign} ${word}</td><td>${detail}</td></tr>\n`,
  );
  const caption = 'Every statement of the specification that is checked';
  return table('Rules', caption, ['Rule', 'Statement', 'Result', 'Detail'], rows);
}

function gapTable({ gaps }: ReportView): Markup {
  if (gaps.length === 0) return nothing;
  const rows = gaps.map(({ gap, observed, allowed }) => {
    const beyond = allowed ? nothing : markup` <span class="noticed">not an allowed choice</span>`;
    return markup`<tr><th scope="row">${gap}</th><td>${observed}${beyond}</td></tr>\n`;
  });
  const caption = 'Observed behaviour that the specification leaves open: not findings';
  return table('Unspecified', caption, ['Gap', 'Observed'], rows);
}

/**
 * Formats a report as one self-contained HTML page, which is also well-formed XML. The page contains no script and no
 * reference to another resource, and its policy forbids both.
 */
export function htmlReport(report: Report): string {
  const view = viewReport(report, maxFindings);
  const { target, verdict, broken, notes } = view;
  const findings = broken.length === 0 ? nothing : markup`<h2>Findings</h2>\n${broken.map(brokenBlock)}`;
  const items = notes.map((note) => markup`<li>${note}</li>\n`);
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${target} ${verdict}</title>
<style>${style}</style>
</head>
<body>
${head(report, view)}
<main>
${findings}
${ruleTable(view)}
${gapTable(view)}
${items.length === 0 ? nothing : markup`<h2>Notes</h2>\n<ul>\n${items}</ul>`}
</main>
</body>
</html>
`.text;
}
