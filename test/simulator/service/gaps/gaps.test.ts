import { expect, test } from 'vitest';
import { gapKeys, gaps } from '../../../../src/simulator/environment/gaps/gaps.ts';
import type { GapChoiceTexts } from '../../../../src/simulator/environment/initial-state.ts';
import { openTestSimulator, type TestSimulator } from '../../../support/open-test-simulator.ts';
import { request } from '../../../support/raw-http.ts';
import { type Ask, key, orders } from './gap-case.ts';
import { httpCases } from './http-cases.ts';
import { orderCases } from './order-cases.ts';
import { otherEndpointCases } from './other-endpoint-cases.ts';

const cases = { ...orderCases, ...httpCases, ...otherEndpointCases };

/** Sends with the key unless headers are given, and the quickstart's request with a good body. */
function asker(simulator: TestSimulator): Ask {
  const message = '{"message":"hi"}';
  return (method, target, ...headers) => {
    const sent = headers.length === 0 ? [key] : headers.filter((line) => line !== 'no key');
    if (method !== 'POST') return request(simulator.serviceOrigin, method, target, sent);
    const type = sent.some((line) => line.startsWith('Content-Type'))
      ? []
      : ['Content-Type: application/json'];
    return request(
      simulator.serviceOrigin,
      method,
      target,
      [...sent, ...type, `Content-Length: ${message.length}`],
      message,
    );
  };
}

const rows = gapKeys.flatMap((gap) => cases[gap].map((one) => [gap, one.choice, one] as const));

test.each(rows)('%s=%s', async (gap, response, { holds, given }) => {
  const gapChoices: GapChoiceTexts = { ...given?.gaps, [gap]: response };
  await using simulator = await openTestSimulator({ orders, ...given, gaps: gapChoices });
  await holds(asker(simulator));
});

test('every choice of every gap has a case', () => {
  for (const gap of gaps) {
    const shapes = Object.keys(gap.choices).map((name) => name.replace(/N|…/, ''));
    const shown = cases[gap.key].map(({ choice }) => choice);
    for (const shape of shapes) {
      const fits = (choice: string): boolean =>
        choice === shape ||
        choice.replace(/\d+(?=-(ms|reads)$)/, '') === shape ||
        (shape.endsWith(':') && choice.startsWith(shape));
      expect(shown.some(fits), `${gap.key}=${shape}`).toBe(true);
    }
  }
});
