import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { readHtml } from '../../../test/check/reports/parsers.ts';
import { brokenReport, incompleteReport, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { reportWriters } from './reports.ts';

const { terminal: terminalReport, markdown: markdownReport } = reportWriters;

const plain = { colour: false };

test('a terminal report begins with the reason why it is incomplete', () => {
  const [why, verdict] = terminalReport(incompleteReport, plain).split('\n');
  expect(why).toMatch(/^✘ incomplete Nothing listens at orders\.example:443/);
  expect(verdict).toBe('✘ https://orders.example/v1 was not checked to the end');
});

test('a terminal report shows each broken rule with its findings and a command that repeats the request', () => {
  expect(terminalReport(brokenReport, plain)).toMatchInlineSnapshot(`
    "✘ https://orders.example/v1 breaks the contract: 42 violations of 2 rules, with 1 notice
      25 of 37 rules exercised at level probe, 3 exchanges in 412 ms

    Findings

    ✘ R09 order-int64 (violation)
      id and petId are integers from -2^63 to 2^63-1, with every digit. (part 2)
        GET /store/orders → HTTP/1.1 200 OK (exchange 1)
        at           /4/id
        expected     an integer from -2^63 to 2^63-1
        got          …"quantity":1},{"id":9223372036854775808,"petId":3…
        repeat       curl -i -H "Authorization: Bearer $API_KEY" 'https://orders.example/v1/store/orders'
        … and 40 findings more

    ✘ R23 error-status (violation)
      status in an Error body equals the HTTP status. (part 2)
        DELETE /store/orders/-4611686018427387905 → HTTP/1.1 404 Not Found (exchange 3)
        at           /status
        expected     404, the HTTP status
        got          {"code":"order_not_found","message":"no <b>order</b> | \`12\`","status":500}
        repeat       curl -i -X DELETE -H "Authorization: Bearer $API_KEY" 'https://orders.example/v1/store/orders/-4611686018427387905'

    ! R19 www-authenticate (notice)
      A 401 response has a WWW-Authenticate header. (RFC 9110, 15.5.2)
        GET /store/orders → HTTP/1.1 401 Unauthorized (exchange 2)
        at           header WWW-Authenticate
        expected     a challenge
        got          no such header
        repeat       curl -i 'https://orders.example/v1/store/orders'

    ~ R12 order-fields-documented (ignored)
      An order has only the five documented fields. (part 2)

    Rules
      ✘ violation      R09 order-int64: 41 findings
      ✘ violation      R23 error-status: 1 finding
      ! notice         R19 www-authenticate: 1 finding
      ~ ignored        R12 order-fields-documented: 2 findings
      ✔ passed         R01–R08 R10 R11 R13–R18 R20–R22 R24 R25
      - not exercised  R26–R37: level probe cancels nothing

    Unspecified (the specification leaves it open: not a finding)
      content-type      observed charset
      www-authenticate  observed bearer

    Notes
      2 orders joined the list while it was checked
    "
  `);
});

test('a terminal report shows what a finding stands for, and an ignored rule without its findings', () => {
  const [first, ...others] = brokenReport.findings;
  const findings = others.map((one) => (one.rule === 'R19' ? { ...one, ignored: true } : one));
  const rules = brokenReport.rules.map((result) =>
    result.rule === 'R19' && result.kind === 'failed' ? { ...result, ignored: 1 } : result,
  );
  const report = { ...brokenReport, rules, findings: first ? [{ ...first, requests: 8 }, ...findings] : [] };
  const lines = terminalReport(report, plain).split('\n');
  expect(lines[0]).toBe('✘ https://orders.example/v1 breaks the contract: 42 violations of 2 rules');
  expect(lines).toContain('    GET /store/orders → HTTP/1.1 200 OK (exchange 1), and 7 more requests');
  expect(lines.slice(lines.indexOf('~ R19 www-authenticate (ignored)')).slice(1, 3)).toEqual([
    '  A 401 response has a WWW-Authenticate header. (RFC 9110, 15.5.2)',
    '',
  ]);
});

test('the summary line never counts a rule of which only a part was exercised', () => {
  const rules = brokenReport.rules.map((result, index) => ({
    rule: result.rule,
    kind: 'passed' as const,
    exchanges: 1,
    ...(index === 28 && { partly: 'order 999 is not in the list' }),
  }));
  const report = { ...wellReport, rules };
  expect(terminalReport(report, plain)).toContain('36 of 37 rules exercised, 1 only in part, at level probe');
  expect(terminalReport(report, plain)).toMatch(
    / {2}✔ passed in part +R29 cancel-once: order 999 is not in the list\n/,
  );
});

test('a terminal report has escape sequences only with colour, and otherwise the same text', () => {
  const coloured = terminalReport(brokenReport, { colour: true });
  expect(coloured).toContain('\u001b[31m');
  expect(stripVTControlCharacters(coloured)).toBe(terminalReport(brokenReport, plain));
});

test('a job summary has each section as code', () => {
  const summary = markdownReport(brokenReport);
  expect(summary).toMatch(
    /^## ✘ Store Orders contract\\: https\\:\/\/orders\\.example\/v1 breaks the contract/,
  );
  expect(summary).toContain('\n### Findings\n\n```text\n\n✘ R09 order-int64 (violation)\n');
});

const { html: htmlReport } = reportWriters;

test('has a title, a language and headings in order, loads nothing and forbids it by policy', () => {
  const html = htmlReport(brokenReport);
  expect(html).toContain(`content="default-src 'none'`);
  expect(html).not.toMatch(/url\(|@import/i);
  const elements = readHtml(html);
  const named = (wanted: RegExp) => elements.filter(({ name }) => wanted.test(name));
  expect(named(/^html$/)[0]?.attributes.lang).toBe('en');
  expect(named(/^title$/)).toHaveLength(1);
  expect(named(/^h[1-6]$/).map(({ name }) => name)).toEqual(['h1', 'h2', 'h2', 'h2', 'h2']);
});

test('begins with the reason why it is incomplete', () => {
  const body = htmlReport(incompleteReport).split('<body>')[1] ?? '';
  expect(body.indexOf('Incomplete. Nothing listens at')).toBeGreaterThan(0);
  expect(body.indexOf('Nothing listens at')).toBeLessThan(body.indexOf('<h1>'));
});
