import type { Report } from '../report.ts';
import { type BrokenRule, brokenRules, type FindingView } from './finding-view.ts';
import { htmlStyle } from './html-style.ts';
import { type Markup, markup } from './markup.ts';
import { gapViews, resultDetail, standings } from './overview.ts';
import { count, coverage, duration, ruleOf, type Standing, source, standing, verdict } from './verdict.ts';

/** A report has at most 100 findings a rule; all of them are in the page. */
const mostFindings = 100;

const nothing: Markup = markup``;

function bar(report: Report): Markup {
  const of = (wanted: Standing) => report.rules.filter((result) => standing(result) === wanted).length;
  const total = Math.max(1, report.rules.length);
  const order: readonly Standing[] = ['violated', 'noticed', 'passed'];
  const parts = order.map(
    (how) => markup`<span class="${how}" style="width: ${((of(how) / total) * 100).toFixed(2)}%"></span>`,
  );
  return markup`<div class="bar" aria-hidden="true">${parts}</div>`;
}

function head(report: Report): Markup {
  const { exercised, total } = coverage(report);
  const how = report.exitCode === 0 ? 'passed' : 'violated';
  const { incomplete } = report;
  const missing =
    incomplete === undefined
      ? nothing
      : markup`<p class="incomplete" role="alert"><strong>Incomplete.</strong> ${incomplete.message}</p>`;
  return markup`<header>
<p class="soft">Store Orders contract</p>
${missing}
<h1>${report.target} <span class="${how}">${verdict(report)}</span></h1>
<p>${exercised} of ${total} rules exercised at level ${report.level}, ${count(report.exchanges.length, 'exchange')} in ${duration(report.durationMs)}</p>
${bar(report)}
<p class="soft">Begun ${report.startedAt}, by ${report.tool.name} ${report.tool.version}</p>
</header>`;
}

function findingBlock({ exchange, where, expected, got, repeat }: FindingView, open: boolean): Markup {
  const field = (name: string, text: string | undefined) =>
    text === undefined ? nothing : markup`<dt>${name}</dt><dd><code>${text}</code></dd>`;
  const title = exchange ?? 'Across exchanges';
  const fields = [
    field('at', where),
    field('expected', expected),
    field('got', got),
    field('repeat', repeat),
  ];
  return open
    ? markup`<details open="open"><summary>${title}</summary><dl>${fields}</dl></details>\n`
    : markup`<details><summary>${title}</summary><dl>${fields}</dl></details>\n`;
}

function brokenBlock({ rule, standing: how, findings, more }: BrokenRule): Markup {
  const weight = how === 'violated' ? 'violation' : standings[how].word;
  const blocks = findings.map((finding, index) => findingBlock(finding, index === 0 && how !== 'ignored'));
  const rest = more > 0 ? markup`<p class="soft">… and ${count(more, 'finding')} more</p>` : nothing;
  return markup`<section class="broken ${how}" aria-labelledby="${rule.id}">
<h3 id="${rule.id}">${standings[how].sign} ${rule.id} ${rule.key} (${weight})</h3>
<p>${rule.sentence} <span class="soft">(${source(rule)})</span></p>
${blocks}${rest}</section>
`;
}

function ruleTable(report: Report): Markup {
  const rows = report.rules.map((result) => {
    const rule = ruleOf(result.rule);
    const how = standing(result);
    return markup`<tr><th scope="row">${rule.id}</th><td>${rule.sentence} <span class="soft">(${source(rule)})</span></td><td class="${how}">${standings[how].sign} ${standings[how].word}</td><td>${resultDetail(result)}</td></tr>\n`;
  });
  return markup`<h2>Rules</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Rules"><table>
<caption>Every statement of the specification that is checked</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Statement</th><th scope="col">Result</th><th scope="col">Detail</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function gapTable(report: Report): Markup {
  const rows = gapViews(report.gaps).map(({ gap, observed, allowed }) => {
    const beyond = allowed ? nothing : markup` <span class="noticed">none of the allowed answers</span>`;
    return markup`<tr><th scope="row">${gap}</th><td>observed ${observed}${beyond}</td></tr>\n`;
  });
  if (rows.length === 0) return nothing;
  return markup`<h2>Unspecified</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Unspecified"><table>
<caption>What was seen where the specification is silent: no finding</caption>
<thead><tr><th scope="col">Gap</th><th scope="col">Seen</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function noteList(report: Report): Markup {
  const items = report.notes.map((note) => markup`<li>${note}</li>\n`);
  return items.length === 0 ? nothing : markup`<h2>Notes</h2>\n<ul>\n${items}</ul>`;
}

/**
 * The report as one self-contained HTML page: no script, no reference to anything outside, and a policy that forbids
 * both. It is well-formed XML as well.
 */
export function htmlReport(report: Report): string {
  const broken = brokenRules(report, mostFindings);
  const findings = broken.length === 0 ? nothing : markup`<h2>Findings</h2>\n${broken.map(brokenBlock)}`;
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${report.target} ${verdict(report)}</title>
<style>${htmlStyle}</style>
</head>
<body>
${head(report)}
<main>
${findings}
${ruleTable(report)}
${gapTable(report)}
${noteList(report)}
</main>
</body>
</html>
`.text;
}
