import { expectStatus } from './expect-status.ts';
import type { Probe } from './probe.ts';
import { invalidKeys, keyInWords, listOrders, noKey } from './requests.ts';

const keys = [noKey, ...invalidKeys];

/** Lists the orders without a key and with each kind of invalid key. */
export const listKeysProbe: Probe = {
  id: 'list-keys',
  title: 'list the orders without a key and with invalid keys',
  level: 'observe',
  rules: ['R14', 'R15'],
  plan: () => keys.map((key) => ({ request: listOrders(key) })),
  async run({ attempt, evidence }) {
    for (const key of keys) {
      const rule = key.kind === 'none' ? 'R14' : 'R15';
      expectStatus(evidence, rule, await attempt(listOrders(key)), [401], `401 ${keyInWords(key)}`);
    }
  },
};
