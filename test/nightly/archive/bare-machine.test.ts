import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, type Ended } from '../../e2e/image/docker.ts';

const base = 'http://127.0.0.1:4010/v1';
const token = 'token-of-the-test';
const user = ['-e', `SIM_CONTROL_TOKEN=${token}`, '--user', '12345:12345', '--cap-drop', 'ALL'];
const options = [...user, '--read-only'];
// Its only folder that this user may write.
const writable = [...user, '--workdir', '/tmp'];

const inside = ({ id }: Container, ...command: readonly string[]): Promise<Ended> =>
  docker('exec', id, ...command);
const sim = (container: Container, ...args: readonly string[]): Promise<Ended> =>
  inside(container, '/sim/store-orders-sim', ...args);
const checkOf = (url: string): readonly string[] => ['check', url, '--api-key', 'test-api-key'];

describe('on a machine with a libc and libstdc++, and no folder to write', () => {
  test('it has no Node.js, and no library that Node.js does not name', async () => {
    await using container = await Container.ready(options);
    const listed = await inside(container, '/bin/sh', '-c', 'echo /* /lib/* /bin/*');
    expect(listed.stdout).not.toMatch(/node|libatomic/);
  });

  test('serves generated orders and the console', async () => {
    await using container = await Container.ready(options);
    expect(await (await container.list()).text()).toContain('"id":48250918');
    const send = (type: string, body: string) =>
      fetch(`${container.controlUrl}/environments/mine`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        body,
      });
    const yaml = `orders:\n${'- { petId: 7 }\n'.repeat(4_000)}`;
    expect(await (await send('application/yaml', yaml)).json()).toMatchObject({
      orders: { pending: 4_000 },
    });
    const generated = '{"scenario":{"generate":[{"count":4000}]}}';
    expect(await (await send('application/json', generated)).json()).toMatchObject({
      orders: { pending: 4_000 },
    });
    const page = await (await fetch(container.controlUrl, { headers: { Accept: 'text/html' } })).text();
    const [script] = /console\/console-\w+\.js/.exec(page) ?? [];
    expect((await fetch(`${container.controlUrl}/${script}`)).status).toBe(200);
    const control = new ControlClient({ url: container.controlUrl, token });
    expect(await control.metrics()).toContain('store_orders_sim_');
    const document = await fetch(`${container.controlUrl}/openapi/store-orders.yaml`);
    expect(await document.text()).toBe(
      readFileSync(new URL('openapi/store-orders.yaml', packageRoot), 'utf8'),
    );
    expect((await docker('stop', container.id)).code).toBe(0);
    expect(await container.inspect('{{.State.ExitCode}}')).toBe('0');
  });

  test('checks, and writes a report in each format', async () => {
    await using container = await Container.ready(writable);
    const formats = ['json', 'junit', 'markdown', 'html'];
    const reports = formats.flatMap((format) => ['--report', `${format}=${format}`]);
    const { code, stdout, stderr } = await sim(container, ...checkOf(base), ...reports);
    expect(code, stdout + stderr).toBe(0);
  });

  test('runs a matrix of its own check, in a shell', async () => {
    await using container = await Container.ready(writable);
    const command =
      'exec /sim/store-orders-sim check "$STORE_ORDERS_BASE_URL" --api-key "$STORE_ORDERS_API_KEY"';
    const cell = ['--only', 'cancelled-in-list=remove'];
    const { code, stdout, stderr } = await sim(container, 'matrix', ...cell, '--', '/bin/sh', '-c', command);
    expect(code, stdout + stderr).toBe(0);
  });

  test('passes on traffic, judges it, and reports when it is stopped', async () => {
    await using container = await Container.ready(options);
    const script = `/sim/store-orders-sim proxy ${base} --port 4020 & proxy=$!
      until /sim/store-orders-sim ${checkOf('http://127.0.0.1:4020/v1').join(' ')} >/dev/null 2>&1; do :; done
      kill $proxy; wait $proxy`;
    const { code, stdout, stderr } = await inside(container, '/bin/sh', '-c', script);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('R01');
  });

  test('makes a certificate, writes the files of init, and offers the tools of MCP', async () => {
    await using container = await Container.ready([...writable, '-e', 'SIM_TLS=self-signed']);
    expect(await sim(container, 'init', 'python')).toMatchObject({ code: 0, stderr: '' });
    const line = `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | /sim/store-orders-sim mcp`;
    expect((await inside(container, '/bin/sh', '-c', line)).stdout).toContain('"name":"open_environment"');
  });
});
