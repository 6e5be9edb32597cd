import { describeKey, refusedKeys } from '../../contract/api-key.ts';
import type { Probe } from './probe.ts';

export const listProbe: Probe = {
  id: 'list',
  title: 'list the orders',
  level: 'observe',
  decides: ['R04'],
  async run(target) {
    await target.list();
    target.others.look();
  },
};

export const listKeysProbe: Probe = {
  id: 'list-keys',
  title: 'list the orders without a key and with wrong keys',
  level: 'observe',
  decides: ['R14', 'R15'],
  async run(target) {
    for (const key of refusedKeys) {
      const list = await target.list(key);
      target.expect(key.kind === 'none' ? 'R14' : 'R15', list, [401], `401 ${describeKey(key)}`);
      if (list.kind === 'responded' && list.response.status === 200) target.accepted.add(describeKey(key));
    }
  },
};
