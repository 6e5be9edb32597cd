import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createSecrets } from '../../secrets/secrets.ts';
import { createFailureReporter, type FailedRequest } from './reports.ts';

test('a failure is reported with its number, and with its target as it was received, without secrets', () => {
  const reported: FailedRequest[] = [];
  const report = createFailureReporter(
    (_, failed) => void reported.push(failed),
    () => createSecrets(['secret']),
  );
  const request = (fields: object) => Object.assign(new IncomingMessage(new Socket()), fields);
  const error = new Error('planted');
  report(error, request({ method: 'GET', url: '/a?key=secret' }));
  report(error, request({ method: 'GET', url: '/b', originalUrl: '/a/b' }));
  report(error, request({ method: undefined, url: undefined }));
  expect(reported).toEqual([
    { failure: 1, method: 'GET', target: '/a?key=[redacted]' },
    { failure: 2, method: 'GET', target: '/a/b' },
    { failure: 3, method: '', target: '' },
  ]);
});
