import type { otherEndpointGaps } from '../../../src/simulator/environment/gaps/other-endpoint-gaps.ts';
import { type Access, type BenchClient, expectSame, fail } from './bench-client.ts';
import { startPatience } from './patience.ts';
import { send } from './plain-http.ts';

/** For each gap about the other endpoints, a client that depends on it. */
export const otherGapClients: Readonly<Record<(typeof otherEndpointGaps)[number]['key'], BenchClient>> = {
  'pet-lookup': {
    assumes: 'the name of an animal cannot be looked up, so that its number is shown',
    causes: ['pet-lookup=stub'],
    run: async (access) => {
      const response = await send(access, 'GET', '/pets/7');
      const pet = (await response.json()) as { name?: string };
      expectSame(response.ok ? pet.name : 'animal 7', 'animal 7', 'label of the order');
    },
  },
  'pet-deprecation': {
    assumes: 'nothing that is called is announced as deprecated, which its pipeline forbids',
    causes: ['pet-deprecation=since:…', 'pet-deprecation=sunset:…', 'pet-deprecation=gone:…'],
    run: async (access) => {
      const response = await send(access, 'GET', '/pets/7');
      await response.arrayBuffer();
      if (response.headers.has('deprecation')) fail('a deprecated operation is called');
    },
  },
  'message-accepted': {
    assumes: 'a message that was accepted is a 200',
    causes: ['message-accepted=created', 'message-accepted=accepted'],
    run: async (access) => {
      const response = await postMessage(access, '{"message":"Where is my order?"}');
      await response.arrayBuffer();
      expectSame(response.status === 200 ? 'sent' : 'try again later', 'sent', 'notice');
    },
  },
  'message-bad-request-body': {
    assumes: 'the form has to find words of its own for a 400',
    causes: ['message-bad-request-body=error'],
    run: async (access) => {
      const response = await postMessage(access, '{"text":"Where is my order?"}');
      const text = await response.text();
      expectSame(response.status, 400, 'status without a message');
      expectSame(text || 'Please write a message.', 'Please write a message.', 'notice');
    },
  },
};

async function postMessage({ origin, apiKey, isDelayed }: Access, body: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  using patience = startPatience(1500, isDelayed);
  const options = { method: 'POST', headers, body, signal: patience.signal };
  return await fetch(`${origin}/quickstart/messages`, options);
}
