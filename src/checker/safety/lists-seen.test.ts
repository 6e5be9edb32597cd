import { expect, test } from 'vitest';
import { aResponse } from '../../../test/checker/a-response.ts';
import { surveyList } from '../judge/list-survey.ts';
import { orderListReader } from '../judge/order-list.ts';
import { listOrders, noKey } from '../probes/requests.ts';
import type { Exchange } from '../wire/exchange.ts';
import { createListsSeen, type ListsSeen } from './lists-seen.ts';

const nothingListed = '[]';

/** What was seen when these bodies came as lists, the first with the key and the others without. */
function having(...bodies: readonly string[]): ListsSeen {
  const seen = createListsSeen(orderListReader(surveyList));
  for (const [index, text] of bodies.entries()) seen.learn(answered(index + 1, text));
  return seen;
}

function answered(number: number, text: string): Exchange {
  const answer = aResponse(text, { statusLine: 'HTTP/1.1 200 OK' });
  const request = number === 1 ? listOrders() : listOrders(noKey);
  return { number, request, startedAt: 0, outcome: { kind: 'answered', answer } };
}

const holds = 'an answer holds these digits';

test.each([
  ['of 19 digits', 8273645182736451827n, '[{"petId":1,"note":"order 8273645182736451827!"}]'],
  ['in a longer number', 8273645182736451827n, '[{"note":"0082736451827364518270"}]'],
  ['of 15 digits', 827364518273645n, '[{"note":"827364518273645"}]'],
  ['of few digits', 82736n, '[{"note":"82736"}]'],
  ['below zero', -8273645182736451827n, '[{"note":"-8273645182736451827"}]'],
  ['in what is not JSON', 8273645182736451827n, 'order 8273645182736451827'],
])('takes no id for absent whose digits stand anywhere: %s', (_how, id, text) => {
  expect(having(nothingListed).whyNotAbsent(id)).toBeUndefined();
  expect(having(nothingListed, text).whyNotAbsent(id)).toBe(holds);
  expect(having(nothingListed, text).whyNotAbsent(id + 1n)).toBeUndefined();
});

test('looks into what came since an id was found absent', () => {
  const id = 8273645182736451827n;
  const seen = having(nothingListed, '[{"note":"8273645182736451828"}]');
  expect(seen.whyNotAbsent(id)).toBeUndefined();
  seen.learn(answered(3, `{"error":"no order ${id}"}`));
  expect(seen.whyNotAbsent(id)).toBe(holds);
});
