import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlClient } from '../../src/client/index.ts';
import { Container, docker, dockerText, label } from './docker.ts';

const token = 'token-of-the-test';
const stack = new AsyncDisposableStack();
let network = '';
let replicas: readonly Container[] = [];

/** A simulator as docs/guides/shared-store.md starts it. */
function startReplica(): Promise<Container> {
  const variables = ['SIM_STORE=valkey://orders-store', `SIM_CONTROL_TOKEN=${token}`, 'SIM_SCENARIO=pending'];
  return Container.ready(['--network', network, ...variables.flatMap((variable) => ['-e', variable])]);
}

beforeAll(async () => {
  network = await dockerText('network', 'create', '--label', label, `shared-${process.pid}`);
  stack.defer(async () => void (await docker('network', 'rm', network)));
  const joined = ['--network', network, '--network-alias', 'orders-store'];
  const store = await dockerText('run', '-d', '--label', label, ...joined, 'redis:7-bookworm');
  stack.defer(async () => void (await docker('rm', '--force', store)));
  // The store may not listen yet.
  while ((await docker('exec', store, 'redis-cli', 'ping')).stdout.trim() !== 'PONG');
  replicas = [stack.use(await startReplica()), stack.use(await startReplica())];
}, 120_000);

afterAll(() => stack.disposeAsync());

async function cancel(at: number, id: bigint): Promise<number> {
  const headers = { Authorization: 'Bearer test-api-key' };
  const response = await fetch(`${replicas[at]?.origin}/v1/store/orders/${id}`, {
    method: 'DELETE',
    headers,
  });
  await response.arrayBuffer();
  return response.status;
}

function control(at: number): ControlClient {
  return new ControlClient({ url: replicas[at]?.controlUrl ?? '', token });
}

test('two containers of the image serve one environment from Redis, which outlives them', async () => {
  await control(0).environment('production').reset();
  const { handles } = await control(1).environment('production').show();
  const id = BigInt(handles.pending ?? 0);
  expect((await Promise.all([cancel(0, id), cancel(1, id)])).filter((status) => status === 204)).toHaveLength(
    1,
  );
  expect(await cancel(1, id)).not.toBe(204);
  const { exchanges } = await control(0).environment('production').journal.find({ operation: 'cancelOrder' });
  expect(exchanges).toHaveLength(3);

  await using later = await startReplica();
  const url = { url: later.controlUrl, token };
  expect((await new ControlClient(url).environment('production').orders.get(id)).status).toBe('cancelled');
});
