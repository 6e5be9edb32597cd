import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkHistory } from '../../../src/traffic/history/check-history.ts';
import { packageRoot } from '../../../src/version.ts';
import { key, type Store, serveStores, turns } from '../../check/races/race-shop.ts';
import { placed } from '../../helpers/an-environment.ts';
import { openTestSimulator, testKey } from '../../helpers/open-test-simulator.ts';
import { serveHere } from '../../helpers/serve-here.ts';
import { loadTools } from './load-tools.ts';
import { end } from './workshop.ts';

const folder = fileURLToPath(new URL('examples/load-tests', packageRoot));

type Target = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly ids: readonly (bigint | number)[];
};

describe.each(loadTools)('the load test for $name', ({ program, args }) => {
  /** Runs the load test, and judges the history that it writes. */
  async function judge({ baseUrl, apiKey, ids }: Target) {
    const place = mkdtempSync(join(tmpdir(), 'load-test-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const history = join(place, 'history.jsonl');
    const variables = {
      ...{ STORE_ORDERS_API_KEY: apiKey, ORDER_IDS: ids.join(), HISTORY: history, BASE_URL: baseUrl },
      ...{ PYTHONDONTWRITEBYTECODE: '1', K6_NO_USAGE_REPORT: 'true' },
    };
    const { code, output } = await end(program, args(history, baseUrl), folder, {
      ...process.env,
      ...variables,
    });
    expect(code, output).toBe(0);
    return await checkHistory(history);
  }

  test('writes a history that shows nothing in the simulator, with ids beyond 2^53', async () => {
    const ids = [1n, 2n, 2n ** 53n + 1n, 2n ** 53n + 3n];
    await using simulator = await openTestSimulator({ orders: ids.map((id) => placed(id)) });
    const report = await judge({ baseUrl: `${simulator.serviceOrigin}/v1`, apiKey: testKey, ids });
    expect(report.findings).toEqual([]);
    expect(report.rules.find(({ rule }) => rule === 'R35')).toMatchObject({ kind: 'passed' });
    // Each of 8 users cancels each order and lists after it.
    expect(report.exchangesJudged).toBe(8 * ids.length * 2);
  });

  test('writes a history that shows a service that checks and then acts', async () => {
    const ids = [1, 2, 3];
    const pending = new Set(ids);
    const hasty: Store = {
      list: async () => ids,
      async cancel(id) {
        if (!pending.has(id)) return 409;
        await turns(1000);
        pending.delete(id);
        return 204;
      },
    };
    await using service = await serveHere(serveStores([hasty]));
    const report = await judge({ baseUrl: `${service.origin}/v1`, apiKey: key, ids });
    expect(report.findings.map(({ rule }) => rule)).toContain('R35');
    expect(report.exitCode).toBe(1);
  });
});
