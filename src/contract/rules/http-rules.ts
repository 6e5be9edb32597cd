import { quoted } from '../../report/plain-text.ts';
import { headerValues } from '../exchange.ts';
import type { AddFinding } from '../judge/findings.ts';
import type { Received } from '../judge/received.ts';
import type { RuleRow } from './rule.ts';

export const completeMessage = 'a complete and well-formed HTTP/1 message';

export const httpRules: readonly RuleRow[] = [
  {
    id: 'R01',
    key: 'base-path-v1',
    sentence: 'The base address ends in the path prefix /v1.',
    spec: '1, 9',
  },
  {
    id: 'R02',
    key: 'http-well-formed',
    sentence: 'Every response is a complete HTTP message with correct framing, headers and content coding.',
    spec: '1; RFC 9112',
    unexercised: 'no response was received',
    judges: () => true,
    check({ response }, add) {
      for (const fault of response.faults) add({ expected: completeMessage, got: () => fault });
    },
  },
  {
    id: 'R03',
    key: 'documented-status',
    sentence: 'An operation responds only with the statuses documented for it.',
    spec: '4.1, 4.2',
    unexercised: 'no response was received',
    judges: ({ request }) => request.operationId !== undefined,
    // An undocumented status breaks no other rule.
    check({ request, response, isDocumented, hide }, add) {
      if (isDocumented) return;
      const expected = `a status documented for ${request.operationId}`;
      add({ where: 'status', expected, got: () => hide(response.statusLine) });
    },
  },
];

export function checkType({ hasWrongType, response, hide }: Received, add: AddFinding): void {
  if (!hasWrongType) return;
  const [type] = headerValues(response.rawHeaders, 'content-type');
  add({
    where: 'header Content-Type',
    expected: 'application/json',
    got: () => hide(type === undefined ? 'no Content-Type' : quoted(type)),
  });
}
