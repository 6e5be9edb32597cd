import type { RuleRow } from './rule.ts';

const post = '/paths/~1messages/post';

/** The rules about POST /messages of the quickstart, an interface of its own. */
export const quickstartRules = [
  {
    id: 'Q01',
    key: 'message-accepted',
    sentence: 'Posting a message with a valid key returns a success status.',
    spec: '4.4',
    pointer: `${post}/responses/2XX`,
  },
  {
    id: 'Q02',
    key: 'message-media-type',
    sentence: 'The content type of a success response is application/json.',
    spec: '1, 4.4',
    pointer: `${post}/responses/2XX/content`,
  },
  {
    id: 'Q03',
    key: 'message-json',
    sentence: 'A success response is one well-formed JSON object in UTF-8 without duplicate keys.',
    spec: '4.4; RFC 8259',
    pointer: `${post}/responses/2XX/content/application~1json`,
  },
  {
    id: 'Q04',
    key: 'message-fields',
    sentence: 'id, message, status and createdAt in a success response are strings.',
    spec: '4.4',
    pointer: '/components/schemas/Message/properties',
  },
  {
    id: 'Q05',
    key: 'message-created-at',
    sentence: 'createdAt is an ISO 8601 timestamp.',
    spec: '4.4; ISO 8601',
    pointer: '/components/schemas/Message/properties/createdAt',
  },
  {
    id: 'Q06',
    key: 'message-without-key-401',
    sentence: 'Posting a message without a key returns 401.',
    spec: '4.4, 5.4, 7',
    pointer: `${post}/responses/401`,
  },
  {
    id: 'Q07',
    key: 'message-invalid-key-401',
    sentence: 'Posting a message with an invalid key returns 401.',
    spec: '4.4, 5.4, 7',
    pointer: `${post}/responses/401`,
  },
  {
    id: 'Q08',
    key: 'message-invalid-json-400',
    sentence: 'Posting invalid JSON returns 400.',
    spec: '7',
    pointer: `${post}/responses/400`,
  },
  {
    id: 'Q09',
    key: 'message-without-message-400',
    sentence: 'Posting an object without the field message returns 400.',
    spec: '7',
    pointer: `${post}/responses/400`,
  },
  {
    id: 'Q10',
    key: 'message-without-type-400',
    sentence: 'Posting a message without the header Content-Type: application/json returns 400.',
    spec: '7',
    pointer: `${post}/responses/400`,
  },
] as const satisfies readonly RuleRow[];
