import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlToken, openTestSimulator } from '../support/open-test-simulator.ts';
import { allTools, openLines } from './open-tools.ts';

const names = ['open_environment', 'list_orders', 'inject_fault', 'explain_failures', 'verify', 'reset'];
/** The greatest length of a line of the server, in characters: twice the text of a tool. */
const longest = 100_000;

const known = 'production mixed pending status cancelled 9007199254740993 1h'.split(' ');
const texts = fc.oneof(fc.constantFrom(...known, controlToken), fc.string({ unit: 'binary', maxLength: 20 }));
const values = fc.oneof(texts, fc.integer(), fc.double(), fc.boolean(), fc.jsonValue(), fc.array(texts));
const fields =
  'environment scenario name order orderId status limit cursor kind delay times check checks command gaps'.split(
    ' ',
  );
const record = fc.dictionary(
  fc.constantFrom(...fields),
  fc.oneof(values, fc.constantFrom('status', 'latency', 'drip')),
);
const args = fc.oneof(fc.jsonValue(), record, fc.record({ environment: texts, checks: fc.array(record) }));

test('any call of any tool has a bounded response without the token, and the server goes on', async () => {
  await using simulator = await openTestSimulator({ journalSize: 100 });
  using lines = openLines(allTools(simulator.controlUrl));
  let id = 0;
  const call = async (
    name: string,
    given: unknown,
  ): Promise<{ id: number; result?: object; error?: object }> => {
    id++;
    lines.send(
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } }),
    );
    const line = await lines.next();
    expect(line.length).toBeLessThan(longest);
    expect(line).not.toContain(controlToken);
    return JSON.parse(line);
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(...names), texts), args, async (name, given) => {
      const response = await call(name, given);
      expect(response.id).toBe(id);
      expect('result' in response || 'error' in response).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect(await call('list_orders', { environment: 'staging' })).toMatchObject({
    result: { content: [{ text: expect.stringContaining('"total":0') }] },
  });
});
