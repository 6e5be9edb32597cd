import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Opened, Target } from '../targets.ts';
import { absentId, inCache, operationOf, run, runWell, type Tool } from '../tool.ts';
import { toolDocument } from '../tool-document.ts';

const version = '2.55.1';
const folder = (): string => inCache(`specmatic-${version}`);
const jar = (): string => join(folder(), 'node_modules/specmatic/specmatic.jar');

/** Specmatic sends an example for each documented response. */
export const specmatic: Tool = {
  name: 'Specmatic',
  version,
  setUp: '`specmatic test` on Java 17 with an example for each documented response, in `orders_examples/`',
  async install() {
    await runWell('java', ['-version'], folder());
    if (existsSync(jar())) return;
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder()];
    await runWell('npm', ['install', ...flags, `specmatic@${version}`], folder());
  },
  async judge(opened, target) {
    const place = mkdtempSync(join(folder(), 'run-'));
    try {
      const document = toolDocument(opened, target, '3.0.3').replace(/^ *example: .*\n/gm, '');
      writeFileSync(join(place, 'orders.yaml'), document);
      mkdirSync(join(place, 'orders_examples'));
      for (const [name, example] of Object.entries(examples(opened, target)))
        writeFileSync(join(place, 'orders_examples', `${name}.json`), JSON.stringify(example));
      const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', jar()];
      const { output } = await run(
        'java',
        [...java, 'test', 'orders.yaml', `--testBaseURL=${opened.url}`],
        place,
      );
      if (!/Tests run: \d+/.test(output)) throw new Error(output.slice(-300));
      const failed = [...output.matchAll(/^Scenario: ([A-Z]+) (\S+) -> (\d+).* has FAILED/gm)];
      return failed.map(([, method = '', path = '', status]) => {
        const operation = operationOf(method, path);
        return { what: `${method} ${status}`, ...(operation && { operation }) };
      });
    } finally {
      rmSync(place, { recursive: true });
    }
  },
};

function examples({ key }: Opened, { pendingIds, shippedIds }: Target): Readonly<Record<string, object>> {
  const example = (method: string, path: string, status: number, token: string, body?: object) => ({
    'http-request': { method, path, headers: { Authorization: `Bearer ${token}` } },
    'http-response': { status, ...(body && { headers: { 'Content-Type': 'application/json' }, body }) },
  });
  const error = (status: number) => ({ code: 'code', message: 'message', status });
  const cancel = (id: bigint | number, status: number, token = key, body?: object) =>
    example('DELETE', `/store/orders/${id}`, status, token, body);
  const [pending, shipped] = [pendingIds[0], shippedIds[0]];
  return {
    list: example('GET', '/store/orders', 200, key, [{ id: 1 }]),
    'list-401': example('GET', '/store/orders', 401, 'wrong-key', error(401)),
    ...(pending !== undefined && { pending: cancel(pending, 204) }),
    ...(shipped !== undefined && { shipped: cancel(shipped, 409) }),
    absent: cancel(absentId, 404, key, error(404)),
    'cancel-401': cancel(absentId, 401, 'wrong-key', error(401)),
  };
}
