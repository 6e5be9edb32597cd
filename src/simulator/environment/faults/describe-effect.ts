import type { Effect } from './effect.ts';

/** What an effect did, as a phrase for the journal: `waited 213 ms`. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'wait':
      return `waited ${effect.ms} ms`;
    case 'answer':
      return `answered ${effect.status}`;
    case 'refuse-key':
      return 'refused the key';
    case 'reset':
      return 'reset the connection';
    case 'close':
      return 'closed the connection';
    case 'garble-answer':
      return `sent ${effect.bytes.length} bytes of garbage`;
    case 'pace':
      return `sent ${effect.bytes} bytes every ${effect.everyMs} ms`;
    case 'truncate':
      return effect.bytes === undefined ? 'cut the body in half' : `cut the body after ${effect.bytes} bytes`;
    case 'garble-body':
      return 'garbled the body';
    case 'stale-list':
      return 'listed the orders as they had been';
  }
}
