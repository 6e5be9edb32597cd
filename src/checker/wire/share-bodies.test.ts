import { expect, test } from 'vitest';
import { aResponse } from '../../../test/checker/a-response.ts';
import { listOrders } from '../probes/requests.ts';
import type { Send } from './exchange.ts';
import { shareBodies } from './share-bodies.ts';

/** Sends nothing, and answers with these texts one after the other. */
function answering(...texts: readonly string[]): Send {
  const left = [...texts];
  return async (request) => {
    const answer = aResponse(left.shift());
    return { number: 1, request, startedAt: 0, outcome: { kind: 'answered', answer } };
  };
}

test('keeps equal content once, and other content as it came', async () => {
  const send = shareBodies(answering('[1]', '{}', '[1]', '[2]'));
  const bodies: (Buffer | undefined)[] = [];
  for (let time = 0; time < 4; time += 1) {
    const { outcome } = await send(listOrders());
    if (outcome.kind === 'answered') bodies.push(outcome.answer.body);
    if (outcome.kind === 'answered') expect(outcome.answer.content).toBe(outcome.answer.body);
  }
  expect(bodies.map(String)).toEqual(['[1]', '{}', '[1]', '[2]']);
  expect(bodies[2]).toBe(bodies[0]);
});
