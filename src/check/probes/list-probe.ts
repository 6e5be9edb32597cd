import { refusedKeys } from '../../contract/api-key.ts';
import type { Probe } from './probe.ts';

export const listProbe: Probe = {
  id: 'list',
  title: 'list the orders',
  level: 'observe',
  decides: [],
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
    for (const key of refusedKeys) await target.list(key);
  },
};
