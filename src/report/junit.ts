import { type Markup, markup, markupLines } from './markup.ts';

export type TestCase = {
  readonly name: string;
  readonly seconds: number;
  readonly outcome:
    | { readonly kind: 'passed'; readonly output?: readonly string[] }
    | { readonly kind: 'skipped'; readonly message: string }
    | {
        readonly kind: 'failure' | 'error';
        readonly type: string;
        readonly message: string;
        readonly text: readonly string[];
      };
};

export type TestSuite = {
  readonly name: string;
  readonly className: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly TestCase[];
};

export function renderJunit({
  name,
  className,
  startedAt,
  durationMs,
  properties,
  cases,
}: TestSuite): string {
  const amount = (wanted: string) => cases.filter(({ outcome }) => outcome.kind === wanted).length;
  const totals = markup`tests="${cases.length}" failures="${amount('failure')}" errors="${amount('error')}"`;
  const time = (Math.max(0, durationMs) / 1000).toFixed(3);
  const values = properties.map(([of, value]) => markup`      <property name="${of}" value="${value}"/>\n`);
  const elements = cases.map(
    (one) =>
      markup`    <testcase classname="${className}" name="${one.name}" time="${one.seconds.toFixed(3)}">${content(one)}</testcase>\n`,
  );
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${totals} time="${time}">
  <testsuite name="${name}" ${totals} skipped="${amount('skipped')}" time="${time}" timestamp="${startedAt}">
    <properties>
${values}    </properties>
${elements}  </testsuite>
</testsuites>
`.text;
}

function content({ outcome }: TestCase): Markup {
  switch (outcome.kind) {
    case 'passed':
      return outcome.output === undefined
        ? markup``
        : markup`<system-out>${markupLines(outcome.output)}</system-out>`;
    case 'skipped':
      return markup`<skipped message="${outcome.message}"/>`;
    default: {
      const { kind, type, message, text } = outcome;
      return markup`<${kind} type="${type}" message="${message}">${markupLines(text)}</${kind}>`;
    }
  }
}
