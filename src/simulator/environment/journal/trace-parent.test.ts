import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTraced, longestTraceParent, traceParentOf } from './trace-parent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${traceId}-00f067aa0ba902b7-01`;
const zeros = '0'.repeat(32);

test.each([
  [[], undefined],
  [['Traceparent', parent], parent],
  [['traceparent', 'not a trace'], 'not a trace'],
  [['TRACEPARENT', ''], ''],
  [['traceparent', 'a', 'Host', 'b', 'traceparent', 'c'], 'a, c'],
  [['traceparent', 'x'.repeat(300)], 'x'.repeat(longestTraceParent)],
])('shows %j as %j', (rawHeaders, shown) => {
  expect(traceParentOf(rawHeaders)).toBe(shown);
});

test.each([
  [parent, parent, true],
  [parent, traceId, true],
  [parent, traceId.toUpperCase(), true],
  [`01-${traceId}-00f067aa0ba902b7-01-more`, traceId, true],
  ['not a trace', 'not a trace', true],
  ['x'.repeat(300), 'x'.repeat(longestTraceParent), true],
  [parent, '00f067aa0ba902b7', false],
  [parent, traceId.slice(1), false],
  [parent, parent.replace('01', '00'), false],
  [`ff-${traceId}-00f067aa0ba902b7-01`, traceId, false],
  [`00-${traceId}-0000000000000000-01`, traceId, false],
  [`00-${zeros}-00f067aa0ba902b7-01`, zeros, false],
  [`00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`, traceId, false],
])('%j belongs to %j: %s', (sent, wanted, belongs) => {
  expect(isTraced(['traceparent', sent], wanted)).toBe(belongs);
});

test('a request without the header belongs to no trace', () => {
  expect(isTraced(['tracestate', 'a=b'], '')).toBe(false);
});

test('every header is found by what the journal shows of it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 400 }), { minLength: 1, maxLength: 3 }), (values) => {
      const rawHeaders = values.flatMap((value) => ['traceparent', value]);
      const shown = traceParentOf(rawHeaders) ?? '';
      expect(shown.length).toBeLessThanOrEqual(longestTraceParent);
      expect(isTraced(rawHeaders, shown)).toBe(true);
    }),
  );
});
