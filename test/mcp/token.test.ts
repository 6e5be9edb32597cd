import { expect, test } from 'vitest';
import { controlToken, openTestSimulator } from '../support/open-test-simulator.ts';
import { allTools, openLines } from './open-tools.ts';

test('no output contains the control token, wherever a client has sent it', async () => {
  await using simulator = await openTestSimulator();
  // A client that takes the token for a key and for a path.
  const headers = { Authorization: `Bearer ${controlToken}` };
  await fetch(`${simulator.baseUrl}/${controlToken}?${controlToken}`, { headers });
  const calls = [
    ['explain_failures', {}],
    ['reset', { environment: controlToken }],
    ['open_environment', { scenario: controlToken }],
    ['open_environment', { name: controlToken }],
    ['run_matrix', { command: [controlToken] }],
    ['list_orders', { [controlToken]: controlToken }],
    ['verify', { checks: [{ check: controlToken }] }],
    [controlToken, {}],
  ] as const;
  using lines = openLines(allTools(simulator.controlUrl));
  for (const [id, [name, args]] of calls.entries()) {
    const call = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
    lines.send(JSON.stringify(call));
    const output = await lines.next();
    expect(output).toContain('[redacted]');
    expect(output).not.toContain(controlToken);
  }
});
