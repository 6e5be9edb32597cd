import { expect, test } from 'vitest';
import { listOrders } from '../probes/requests.ts';
import type { Answer, Send } from './exchange.ts';
import { shareBodies } from './share-bodies.ts';

/** Sends nothing, and answers with these texts one after the other. */
function answering(...texts: readonly string[]): Send {
  const left = [...texts];
  return async (request) => {
    const content = Buffer.from(left.shift() ?? '');
    const answer: Answer = {
      statusLine: '',
      status: 200,
      rawHeaders: [],
      content,
      body: content,
      faults: [],
      durationMs: 0,
    };
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
