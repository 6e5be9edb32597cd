import { refusedKeys, validKey } from '../../contract/api-key.ts';
import type { Probe } from './probe.ts';
import { idClasses } from './target.ts';

/**
 * Cancels orders that do not exist, each with a new id of every kind. Nothing can be cancelled, even if the target does
 * not check keys.
 */
export const absentOrdersProbe: Probe = {
  id: 'absent-orders',
  title: 'cancel orders that are not in the list',
  level: 'probe',
  decides: ['R16', 'R17', 'R18', 'R25', 'R33'],
  async run(target) {
    for (const [index, key] of refusedKeys.entries()) {
      const kinds = [...idClasses.slice(index % idClasses.length), ...idClasses];
      await target.cancelAbsent(key, kinds);
    }
    for (const kind of idClasses) {
      const attempt = await target.cancelAbsent(validKey, [kind]);
      if (attempt.kind === 'withheld') target.collector.untested('R25', `${kind.name}: ${attempt.reason}`);
      target.expect('R25', attempt, [404], '404 for an order that is not in the list');
    }
    await target.list();
    target.others.expectUnchanged('the cancels of orders that do not exist');
  },
};
