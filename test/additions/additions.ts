/** Text that an addition puts before another text of a file; a file without `before` is new. */
export type Edit = { readonly file: string; readonly before?: string; readonly text: string };

const gap: readonly Edit[] = [
  {
    file: 'src/simulator/environment/gaps/http-gaps.ts',
    before: "  {\n    key: 'unknown-path',",
    text: `  {
    key: 'served-by',
    question: 'Does a response name its server?',
    spec: '5',
    scope: 'wire',
    choices: { off: 'no Server', on: 'Server' },
    default: 'off',
    reliesOn: { off: 'no response has Server', on: 'every response has Server' },
    weight: 1,
    why: 'RFC 9110, 10.2.4',
  },
`,
  },
  {
    file: 'src/simulator/service/service-response.ts',
    before: '  const { reliedOn, choices } = exchange.entry;',
    text: "  if (choice(exchange, 'served-by') === 'on') return ['Server', 'shop'];\n",
  },
  {
    file: 'src/contract/gaps/header-gaps.ts',
    before: "  'content-type': {",
    text: `  'served-by': {
    choices: ['off', 'on'],
    check: shownAt.observe,
    traffic: fullList,
    inHeaders: true,
    observe: ({ isList, response }) => (isList ? [has(response, 'server') ? 'on' : 'off'] : []),
  },
`,
  },
];

const rule: readonly Edit[] = [
  {
    file: 'src/contract/rules/list-rules.ts',
    before: "  {\n    id: 'R04',",
    text: `  {
    id: 'R98',
    key: 'list-has-motto',
    sentence: 'The list has a motto.',
    spec: '4.1',
    pointer: '/paths/~1store~1orders/get/responses/200',
    unexercised: 'no list was received',
  },
`,
  },
  {
    file: 'src/contract/judge/judge-exchange.ts',
    before: "  exercised.add('R04');",
    text: "  findings.add('R98', { where: 'header Motto', expected: 'a motto', got: () => 'none' });\n",
  },
];

const fault: readonly Edit[] = [
  {
    file: 'src/faults/hang-up.ts',
    text: `import { chosenMoment, faultKind, whenField } from './fault-kind.ts';

export const hangUp = faultKind({
  kind: 'hang-up',
  summary: 'Hangs up.',
  example: { kind: 'hang-up' },
  fields: { when: whenField },
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'close' }),
  describe: () => 'hung up',
});
`,
  },
  {
    file: 'src/faults/fault.ts',
    before: "import { latency } from './latency.ts';",
    text: "import { hangUp } from './hang-up.ts';\n",
  },
  { file: 'src/faults/fault.ts', before: '  latency,\n', text: "  'hang-up': hangUp,\n" },
];

const setting: readonly Edit[] = [
  {
    file: 'src/options/settings-table.ts',
    before: '  replica: {',
    text: "  motto: { argument: 'TEXT', unset: 'none', read: read.anyText, description: 'words of the day' },\n",
  },
  { file: 'src/cli/serve.ts', before: "    'logLevel',", text: "    'motto',\n" },
  {
    file: 'src/simulator/start-options.ts',
    before: '  /** The name of this process in `GET /environments`',
    text: '  readonly motto?: string | undefined;\n',
  },
  { file: 'src/simulator/start-options.ts', before: "  replica: 'text',", text: "  motto: 'text',\n" },
];

const route: readonly Edit[] = [
  {
    file: 'src/simulator/control-api/clock-routes.ts',
    before: "  environmentRoute('GET /environments/{environment}/clock', {",
    text: `  environmentRoute('GET /environments/{environment}/clock/weekday', {
    handle: ({ state: { clock } }) => ok({ weekday: String(new Date(clock.now()).getUTCDay()) }),
  }),
`,
  },
  {
    file: 'scripts/control-document/behaviour.ts',
    before: "    'GET /environments/{environment}/clock': {",
    text: `    'GET /environments/{environment}/clock/weekday': {
      id: 'getWeekday',
      summary: 'Get the day of the week',
      responses: { 200: json('The day of the week, Sunday is 0.', s.object({ weekday: s.text })) },
    },
`,
  },
];

const checkReports = 'src/check/reports/reports.ts';
const matrixReports = 'src/matrix/report/reports.ts';
const importLines = "import { renderLines } from '../../report/lines.ts';\n";

const format: readonly Edit[] = [
  {
    file: 'src/report/lines.ts',
    text: `import type { ReportDocument } from './document.ts';

export function renderLines({ title, verdict }: ReportDocument): string {
  return \`\${title}: \${verdict}\\n\`;
}
`,
  },
  { file: checkReports, before: 'import { renderJunit }', text: importLines },
  {
    file: checkReports,
    before: '  html: (report)',
    text: '  lines: (report) => renderLines(reportDocument(report)),\n',
  },
  { file: matrixReports, before: 'import { renderJunit }', text: importLines },
  {
    file: matrixReports,
    before: '  html: (report)',
    text: '  lines: (report) => renderLines(matrixDocument(report)),\n',
  },
];

/** One of each that CONTRIBUTING.md has a recipe for, without its test and its docs. */
export const additions = { gap, rule, fault, setting, route, format };
