import { noKey, type RequestKey, refusedKeys, validKey } from '../../contract/api-key.ts';
import type { PlannedRequest } from '../../contract/exchange.ts';
import type { RuleId } from '../../contract/rules/rules.ts';

/** A request of the check of the quickstart, and the rules that decide its status. */
export type MessageRequest = {
  readonly request: PlannedRequest;
  /** The rule about the status, first, and those about the body. */
  readonly rules: readonly [RuleId, ...RuleId[]];
  /** The documented status; 2 stands for any success. */
  readonly expected: 401 | 400 | 2;
};

const json = 'application/json';
const valid = '{"message":"A message of a contract check"}';

function postMessage(
  text: string,
  key: RequestKey = validKey,
  type: string | undefined = json,
): PlannedRequest {
  return {
    operationId: 'postMessage',
    method: 'POST',
    path: '/messages',
    query: '',
    key,
    content: { type, text },
  };
}

/** The request that shows whether the target responds. Without a key, no message is queued. */
export const messageWithoutKey = postMessage(valid, noKey);

/** Every request of the check, in order. Only the last one queues a message at a target that fulfils the contract. */
export const messageRequests: readonly MessageRequest[] = [
  { request: messageWithoutKey, rules: ['Q06'], expected: 401 },
  ...refusedKeys
    .filter(({ kind }) => kind === 'invalid')
    .map((key): MessageRequest => ({ request: postMessage(valid, key), rules: ['Q07'], expected: 401 })),
  { request: postMessage('{"message":'), rules: ['Q08'], expected: 400 },
  { request: postMessage('{"text":"no message"}'), rules: ['Q09'], expected: 400 },
  {
    request: { ...postMessage(valid), content: { type: undefined, text: valid } },
    rules: ['Q10'],
    expected: 400,
  },
  { request: postMessage(valid), rules: ['Q01', 'Q02', 'Q03', 'Q04', 'Q05'], expected: 2 },
];
