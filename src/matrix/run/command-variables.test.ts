import { expect, test } from 'vitest';
import { withoutProxy } from './command-variables.ts';

const local = 'localhost,127.0.0.1,[::1]';

test.each([
  ['no exceptions', {}, local, local],
  ['exceptions in capitals', { NO_PROXY: 'a' }, `a,${local}`, `a,${local}`],
  ['exceptions in small letters', { no_proxy: 'b' }, `b,${local}`, `b,${local}`],
  ['both', { NO_PROXY: 'a', no_proxy: 'b' }, `a,${local}`, `b,${local}`],
])('a command that inherits %s reaches this machine without a proxy', (_, env, upper, lower) => {
  expect(withoutProxy({ ...env, HTTP_PROXY: 'http://p:1' })).toEqual({
    HTTP_PROXY: 'http://p:1',
    NO_PROXY: upper,
    no_proxy: lower,
  });
});
