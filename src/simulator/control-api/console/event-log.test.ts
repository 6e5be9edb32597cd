import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventLog, eventText } from './event-log.ts';

test('a message has an id, a kind and JSON on one line', () => {
  expect(eventText('changed', { text: 'a\nb' }, 7)).toBe('id: 7\nevent: changed\ndata: {"text":"a\\nb"}\n\n');
  expect(eventText('dropped', { count: 1 })).toBe('event: dropped\ndata: {"count":1}\n\n');
});

test('what is missing and what is kept since a message are together all that was sent', () => {
  const sizes = fc.array(fc.nat(400), { maxLength: 50 });
  fc.assert(
    fc.property(sizes, fc.nat(60), (given, since) => {
      const log = createEventLog(1_000);
      for (const size of given) log.add('changed', undefined, 'x'.repeat(size));
      const { messages, missing } = log.since(since);
      const ids = messages.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      if (since > given.length) expect(missing).toBe(1);
      else
        expect([missing + ids.length, ids.at(-1) ?? since + missing]).toEqual([
          given.length - since,
          given.length,
        ]);
      expect(messages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000);
    }),
  );
});

test('a message that is larger than the log is not kept', () => {
  const log = createEventLog(100);
  log.add('changed', undefined, '');
  log.add('changed', undefined, 'x'.repeat(200));
  expect(log.since(0)).toEqual({ messages: [], missing: 2 });
});
