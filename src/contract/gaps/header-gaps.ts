import { headerValues, type ReceivedResponse } from '../exchange.ts';
import { byStatus, type GapRow, gapRequest } from './gap.ts';

const has = ({ rawHeaders }: ReceivedResponse, name: string): boolean =>
  headerValues(rawHeaders, name).length > 0;

/** Whether a content coding was applied. A list without one shows nothing: the request may not have accepted one. */
const isCoded = ({ rawHeaders }: ReceivedResponse): boolean =>
  headerValues(rawHeaders, 'content-encoding').some((coding) => coding.toLowerCase() !== 'identity');

export const headerGaps = {
  'content-type': {
    choices: ['bare', 'charset'],
    observe({ response }) {
      const [type] = headerValues(response.rawHeaders, 'content-type');
      if (type === undefined || !/^application\/json/i.test(type)) return [];
      if (/^application\/json$/i.test(type)) return ['bare'];
      return [/^application\/json\s*;\s*charset="?utf-8"?$/i.test(type) ? 'charset' : type];
    },
  },
  etag: {
    choices: ['off', 'on'],
    observe: ({ isList, response }) => (isList ? [has(response, 'etag') ? 'on' : 'off'] : []),
  },
  cors: {
    choices: ['off', 'on'],
    observe: ({ isList, response }) => (isList && has(response, 'access-control-allow-origin') ? ['on'] : []),
    sent: gapRequest('observe', { headers: [['Origin', 'https://origin.example']] }),
    read: (response) => (has(response, 'access-control-allow-origin') ? 'on' : 'off'),
  },
  'list-compression': {
    choices: ['off', 'on'],
    observe: ({ isList, response }) => (isList && isCoded(response) ? ['on'] : []),
    sent: gapRequest('observe', { headers: [['Accept-Encoding', 'gzip']] }),
    read: (response) => (has(response, 'content-encoding') ? 'on' : 'off'),
  },
  accept: {
    choices: ['ignore', 'not-acceptable'],
    sent: gapRequest('observe', { headers: [['Accept', 'text/plain']] }),
    read: byStatus({ 200: 'ignore', 406: 'not-acceptable' }),
  },
  'bearer-case': {
    choices: ['any-case', 'exact'],
    sent: gapRequest('observe', { key: { kind: 'valid', scheme: 'bearer' } }),
    read: byStatus({ 200: 'any-case', 401: 'exact' }),
  },
  'www-authenticate': {
    choices: ['bearer', 'none'],
    observe({ response }) {
      if (response.status !== 401) return [];
      const challenges = headerValues(response.rawHeaders, 'www-authenticate');
      if (challenges.length === 0) return ['none'];
      const text = challenges.join(', ');
      return [/(?:^|,\s*)bearer\b/i.test(text) ? 'bearer' : text];
    },
  },
} as const satisfies Readonly<Record<string, GapRow>>;
