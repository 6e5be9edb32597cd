import { expect, test } from 'vitest';
import { listOf } from '../../orders/memory/order-segment.ts';
import { describeEffect } from './describe-effect.ts';
import type { Effect } from './effect.ts';

const phrases: readonly [Effect, string][] = [
  [{ kind: 'wait', ms: 213 }, 'waited 213 ms'],
  [{ kind: 'answer', status: 503, body: 'html', retryAfter: undefined }, 'answered 503'],
  [{ kind: 'refuse-key' }, 'refused the key'],
  [{ kind: 'reset' }, 'reset the connection'],
  [{ kind: 'close' }, 'closed the connection'],
  [{ kind: 'garble-answer', bytes: Buffer.alloc(12) }, 'sent 12 bytes of garbage'],
  [{ kind: 'pace', bytes: 5, everyMs: 50 }, 'sent 5 bytes every 50 ms'],
  [{ kind: 'truncate', bytes: undefined }, 'cut the body in half'],
  [{ kind: 'truncate', bytes: 0 }, 'cut the body after 0 bytes'],
  [{ kind: 'garble-body', seed: '1' }, 'garbled the body'],
  [{ kind: 'stale-list', list: listOf([], 1) }, 'listed the orders as they had been'],
];

test.each(phrases)('the journal tells of %o: %s', (effect, phrase) => {
  expect(describeEffect(effect)).toBe(phrase);
});
