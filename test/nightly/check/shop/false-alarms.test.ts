import { expect, test } from 'vitest';
import { brokenRules } from '../../../check/mutants/run-against.ts';
import { checkShop, shopOrders } from './open-shop.ts';

// A right service breaks no rule, whatever it does in the gaps. honest-deployments.test.ts has other clients beside the check.

const named = { pendingIds: [1001n, 1002n], shippedIds: [2001n, 2002n] };
const seeds = 200;
/** With a handle, an order keeps its id in every profile. */
const handles = new Map(shopOrders().map(({ order: { id = 0n } }) => [`order-${id}`, id]));

test(`breaks no rule with ${seeds} seeds of vary, and tests every named order`, async () => {
  for (let seed = 0; seed < seeds; seed += 1) {
    const report = await checkShop(
      (request, { respond }) => respond(request),
      {
        profile: 'vary',
        seed: String(seed),
        handles,
      },
      named,
    );
    expect([seed, brokenRules(report, 'violation'), report.exitCode]).toEqual([seed, [], 0]);
    const passed = report.rules.filter(({ kind }) => kind === 'passed').map(({ rule }) => rule);
    expect(passed).toEqual(expect.arrayContaining(['R16', 'R17', 'R18', 'R26', 'R29', 'R31', 'R33', 'R34']));
  }
});
