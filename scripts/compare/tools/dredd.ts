import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import type { Target } from '../targets.ts';
import { absentId, inCache, operationOf, run, runWell, type Tool } from '../tool.ts';
import { toolDocument } from '../tool-document.ts';

const version = '14.1.0';
const folder = (): string => inCache(`dredd-${version}`);

/** Dredd sends each request that the document describes, once for each response. */
export const dredd: Tool = {
  name: 'Dredd',
  version,
  setUp:
    'the document as OpenAPI 3.0, with hooks that set the key and the order of each documented response, and run the 204 before the 409',
  async install() {
    if (existsSync(join(folder(), 'node_modules/.bin/dredd'))) return;
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder()];
    await runWell('npm', ['install', ...flags, `dredd@${version}`], folder());
  },
  async judge(opened, target) {
    const place = mkdtempSync(join(folder(), 'run-'));
    try {
      writeFileSync(join(place, 'orders.yaml'), toolDocument(opened, target, '3.0.3'));
      writeFileSync(join(place, 'hooks.cjs'), hooks(opened.key, target));
      const dreddFile = join(folder(), 'node_modules/dredd/bin/dredd');
      const args = [dreddFile, 'orders.yaml', opened.url, '--hookfiles=./hooks.cjs', '--loglevel=warning'];
      const { output } = await run(execPath, args, place);
      const lines = [...output.matchAll(/^(?:\S*fail\S*|\S*error\S*): ([A-Z]+) \((\d+)\) (\S+)/gm)];
      if (lines.length === 0 && !/complete/.test(output)) throw new Error(output.slice(-300));
      const found = lines.map(([, method = '', status, path = '']) => {
        const operation = operationOf(method, path);
        return { what: `${method} ${status}`, ...(operation && { operation }) };
      });
      // Each failure is printed once more with its details.
      return [...new Map(found.map((one) => [one.what, one])).values()];
    } finally {
      rmSync(place, { recursive: true });
    }
  },
};

function hooks(key: string, { pendingIds: [pending], shippedIds: [shipped] }: Target): string {
  const orders = { 200: '', 204: pending, 401: absentId, 404: absentId, 409: shipped };
  const known = Object.entries(orders).flatMap(([status, id]) =>
    id === undefined ? [] : [[status, `${id}`]],
  );
  const ids = JSON.stringify(Object.fromEntries(known));
  return `const hooks = require('hooks');
const ids = ${ids};
hooks.beforeEach((transaction, done) => {
  const status = transaction.expected.statusCode;
  transaction.skip = !(status in ids);
  if (status === '401') delete transaction.request.headers.Authorization;
  else transaction.request.headers.Authorization = 'Bearer ${key}';
  transaction.fullPath = transaction.fullPath.replace(/[^/]+$/, (last) => (last === 'orders' ? last : ids[status]));
  done();
});
`;
}
