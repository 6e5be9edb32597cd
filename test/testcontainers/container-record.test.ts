import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import { afterAll, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../src/index.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { StartedStoreOrdersContainer } from '../../src/testcontainers/index.ts';
import { testKey } from '../support/open-test-simulator.ts';

const folder = await mkdtemp(join(tmpdir(), 'container-record-'));
afterAll(() => rm(folder, { recursive: true }));

/** A container whose ports are those of a simulator of this process. */
function aContainer({ baseUrl, controlUrl = '', controlToken, stop }: Simulator, recordFile?: string) {
  const container: Pick<StartedTestContainer, 'getHost' | 'getMappedPort' | 'stop'> = {
    getHost: () => '127.0.0.1',
    getMappedPort: (port: string | number) => Number(new URL(port === 4010 ? baseUrl : controlUrl).port),
    stop: async () => {
      await stop();
      return { getId: () => '', copyArchiveFromContainer: () => Promise.reject(new Error('stopped')) };
    },
  };
  return new StartedStoreOrdersContainer(container as StartedTestContainer, {
    apiKeys: [testKey],
    stagingApiKeys: [],
    controlToken,
    recordFile,
  });
}

test('a stop appends the record of the container to the file of this machine', async () => {
  const file = join(folder, 'run.jsonl');
  for (const etag of ['on', 'off']) {
    const variables = { cell: JSON.stringify({ gaps: { etag } }), record: undefined };
    const store = aContainer(await startSimulatorFor({}, { variables }), file);
    const headers = { Authorization: `Bearer ${store.getApiKey()}` };
    await fetch(`${store.getBaseUrl()}/store/orders`, { headers });
    await store.stop();
  }
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).gaps.etag)).toEqual(['on', 'off']);
});

test('a stop does not fail if the simulator keeps no record', async () => {
  const file = join(folder, 'none.jsonl');
  await aContainer(await startSimulator(), file).stop();
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});
