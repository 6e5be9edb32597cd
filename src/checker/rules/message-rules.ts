import type { Rule } from './rule.ts';

/** The rules about HTTP and the base address. */
export const messageRules = [
  {
    id: 'R01',
    key: 'base-path-v1',
    sentence: 'The base address ends in the path prefix /v1.',
    spec: '1, 9',
    pointer: '/servers',
    severity: 'violation',
  },
  {
    id: 'R02',
    key: 'http-well-formed',
    sentence: 'Every answer is a complete HTTP message: framing, headers and content coding are right.',
    spec: '1; RFC 9112',
    pointer: '/paths',
    severity: 'violation',
  },
  {
    id: 'R03',
    key: 'documented-status',
    sentence: 'An operation answers with the statuses that are documented for it and no other.',
    spec: '4.1, 4.2',
    pointer: '/paths',
    severity: 'violation',
  },
] as const satisfies readonly Rule[];
