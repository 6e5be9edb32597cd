import { expect, test } from 'vitest';
import { judgeRequest } from './described-request.ts';

const post = (path: string, value: unknown) => ({
  method: 'POST',
  url: `/environments/one${path}`,
  type: 'application/json',
  body: JSON.stringify(value),
});
const get = (url: string) => ({ method: 'GET', url, type: '', body: '' });

test('a documented request has the name of its operation', () => {
  expect(judgeRequest(get('/environments/one/journal?operation=cancelOrder&status=204'))).toBe(
    'GET /environments/{environment}/journal',
  );
  expect(judgeRequest(post('/faults', { kind: 'reset', times: 1 }))).toBe(
    'POST /environments/{environment}/faults',
  );
  expect(judgeRequest(post('/reset', {}))).toBe('POST /environments/{environment}/reset');
});

test.each([
  ['of an unknown operation', get('/environment'), 'is not an operation'],
  ['with an unknown parameter', get('/environments/one/journal?operations=x'), 'additional properties'],
  ['with a value that is not allowed', get('/environments/one/journal?status=99'), 'must be >= 100'],
  ['with an operation that does not exist', get('/environments/one/journal?operation=x'), 'allowed values'],
  ['with an unknown field', post('/faults', { kind: 'reset', time: 1 }), 'additional properties'],
  ['with a field in a reset', post('/reset', { now: true }), 'additional properties'],
  ['of another media type', { ...post('/faults', {}), type: 'text/plain' }, 'type "text/plain"'],
  ['with a body where none is allowed', { ...post('/faults', {}), method: 'DELETE' }, 'no request body'],
])('a request %s is found', (_what, request, problem) => {
  expect(() => judgeRequest(request)).toThrow(problem);
});
