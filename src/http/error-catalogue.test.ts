import { expect, test } from 'vitest';
import { errorBody, errorCatalogue } from './error-catalogue.ts';

test('an Error body has the code, the message and the status of the catalogue, or given texts', () => {
  const { message, status } = errorCatalogue.gone;
  const bodies = [
    errorBody('gone'),
    errorBody('gone', 'E1'),
    errorBody('gone', 'gone', 'Away.'),
    errorBody('gone', 'E1', 'Away.'),
    errorBody('gone', 'gone', ''),
  ];
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    { code: 'gone', message, status },
    { code: 'E1', message, status },
    { code: 'gone', message: 'Away.', status },
    { code: 'E1', message: 'Away.', status },
    { code: 'gone', message: '', status },
  ]);
});
