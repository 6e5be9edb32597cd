import fc from 'fast-check';
import { checkContract } from '../../src/check/index.ts';
import { serverKey, startTinyServer, writeWire } from '../check/mutants/honest-server.ts';
import { drawFrom, mutateBytes } from '../nightly/hostile/mutate-bytes.ts';

/** Checks that a target with randomly broken responses is checked to the end, and that its key is in no report. */
export function brokenTargetsAreReported(check = checkContract): fc.IAsyncProperty<[number]> {
  return fc.asyncProperty(fc.nat(), async (seed) => {
    const draw = drawFrom(seed);
    await using server = await startTinyServer({
      wire: (wire) => ({
        ...wire,
        raw: draw(3) === 0 ? mutateBytes(writeWire(wire), draw) : writeWire(wire),
      }),
    });
    const orders = { pendingIds: [101n], shippedIds: [201n] };
    const report = await check({ url: server.url, apiKey: serverKey, level: 'cancel', ...orders });
    if (![0, 1, 3].includes(report.exitCode)) throw new Error(`exit code ${report.exitCode}`);
    if (JSON.stringify(report.findings).includes(serverKey)) throw new Error('the key is in the report');
  });
}
