import { checkContract } from '../../../src/check/index.ts';
import { version } from '../../../src/version.ts';
import { fastClock } from '../../../test/check/fast-clock.ts';
import type { Tool } from '../tool.ts';

/** The checker of this project. */
export const ownCheck: Tool = {
  name: 'check',
  version,
  setUp:
    'level cancel with the ids of a pending and a shipped order; its pauses between requests are left out',
  install: async () => {},
  async judge({ url, key }, { pendingIds, shippedIds }) {
    const named = { pendingIds: [...pendingIds], shippedIds: [...shippedIds] };
    const { findings, incomplete } = await checkContract({
      url,
      apiKey: key,
      level: 'cancel',
      ...named,
      clock: fastClock,
    });
    if (incomplete !== undefined && findings.length === 0 && incomplete.kind !== 'not-tried')
      throw new Error(incomplete.message);
    return findings.map(({ rule, operation }) => ({
      what: rule,
      ...((operation === 'listOrders' || operation === 'cancelOrder') && { operation }),
    }));
  },
};
