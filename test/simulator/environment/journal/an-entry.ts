import { operationOf, type PathName } from '../../../../src/operation.ts';
import { ChoiceSource } from '../../../../src/simulator/environment/gaps/choices.ts';
import type { JournalEntry } from '../../../../src/simulator/environment/journal/journal-entry.ts';

const choices = new ChoiceSource({ profile: 'least-promise', gaps: {}, seed: '1' }).forRequest(1);

const pathNames: readonly (readonly [RegExp, PathName])[] = [
  [/^(?:\/[a-z]+)?\/v1\/store\/orders(?:\?|$)/, 'orders'],
  [/^(?:\/[a-z]+)?\/v1\/store\/orders\/[^/?]*(?:\?|$)/, 'order'],
  [/^(?:\/[a-z]+)?\/v1\/pets\/[^/?]+(?:\?|$)/, 'pet'],
  [/^\/quickstart\/messages/, 'messages'],
];

/** A finished exchange for tests, from its request line: `anEntry('DELETE /v1/store/orders/7', { cancel: 'cancelled' })`. */
export function anEntry(line: string, rest: Partial<JournalEntry> = {}): JournalEntry {
  const [method = '', target = ''] = line.split(' ');
  const path = pathNames.find(([form]) => form.test(target))?.[1];
  return {
    number: 1,
    begun: 0,
    ended: 1,
    begunAt: 0,
    method,
    target,
    rawHeaders: ['Authorization', 'Bearer test-api-key'],
    body: Buffer.alloc(0),
    bodyLength: rest.body?.length ?? 0,
    path,
    operation: operationOf(path, method),
    orderIdText: path === 'order' ? (/orders\/([^/?]*)/.exec(target)?.[1] ?? '') : '',
    choices,
    reliedOn: [],
    cancel: undefined,
    refusal: undefined,
    reason: undefined,
    faults: [],
    gate: undefined,
    end: 'answered',
    endedAt: 0,
    status: undefined,
    responseHeaders: [],
    responseBody: undefined,
    responseLength: 0,
    bytes: 0,
    ...rest,
  };
}
