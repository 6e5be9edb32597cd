import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, operationOf, run, runWell, type Tool } from '../tool.ts';
import { toolDocument } from '../tool-document.ts';

const version = '4.32.5';
const folder = (): string => inCache(`schemathesis-${version}`);
const program = (): string => join(folder(), 'bin/st');

type JsonReport = {
  readonly failures: readonly {
    readonly code: string;
    readonly title: string;
    readonly operations: readonly string[];
  }[];
  readonly errors: readonly { readonly title?: string; readonly type?: string }[];
};

/** Schemathesis generates requests from the document, in all its phases and with all its checks. */
export const schemathesis: Tool = {
  name: 'Schemathesis',
  version,
  setUp:
    'all phases and checks, `--max-examples 20 --seed 1`, the key as a header, the ids of the orders as examples of the document',
  async install() {
    if (existsSync(program())) return;
    await runWell('python3', ['-m', 'venv', folder()], folder());
    await runWell(join(folder(), 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`], folder());
  },
  async judge(opened, target) {
    const place = mkdtempSync(join(folder(), 'run-'));
    try {
      writeFileSync(join(place, 'orders.yaml'), toolDocument(opened, target, '3.1.0'));
      const flags = [
        '--max-examples',
        '20',
        '--seed',
        '1',
        '--report',
        'json',
        '--report-json-path',
        'report.json',
      ];
      const header = ['-H', `Authorization: Bearer ${opened.key}`, '--url', opened.url];
      const { output } = await run(program(), ['run', 'orders.yaml', ...header, ...flags], place);
      const file = join(place, 'report.json');
      if (!existsSync(file)) throw new Error(output.slice(-300));
      const { failures, errors } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
      return [
        ...failures.flatMap(({ code, title, operations }) =>
          operations.map((name) => {
            const [method = '', path = ''] = name.split(' ');
            const operation = operationOf(method, path);
            return { what: `${code} ${title} ${method}`, ...(operation && { operation }) };
          }),
        ),
        ...errors.map(({ title, type }) => ({ what: `error ${title ?? type}` })),
      ];
    } finally {
      rmSync(place, { recursive: true });
    }
  },
};
