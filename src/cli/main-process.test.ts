import { expect, test } from 'vitest';
import { flagsOfMainProcess, servedFlags } from './main-process.ts';

const node = ['node', '--max-old-space-size-percentage=50', '/app/dist/store-orders-sim.cjs'];

test.each([
  [[], {}],
  [['serve'], {}],
  [['--port', '5000', '--control-port=5001'], { port: '5000', controlPort: '5001' }],
  [['serve', '--port', '1', '--port', '2'], { port: '2' }],
  [['--tls', '--host', '::'], { tls: 'self-signed', host: '::' }],
  [['--watch', 'off', '--control', '--gaps-header'], { watch: 'off', control: 'on', gapsHeader: 'on' }],
  [['--api-key', 'a', '--api-key=b=c', '--print-settings'], { apiKey: ['a', 'b=c'] }],
  [['--api-key', '-starts-with-a-hyphen'], { apiKey: ['-starts-with-a-hyphen'] }],
])('the arguments %j are the flags %j', (args, flags) => {
  expect(servedFlags([...node, ...args])).toEqual({ flags, configFile: undefined });
});

test('the config file is found', () => {
  expect(servedFlags([...node, '--config', '/sim.yaml'])).toEqual({ flags: {}, configFile: '/sim.yaml' });
});

test('an init program may come first, and the command of the image instead of its file', () => {
  const args = ['/sbin/docker-init', '--', '/usr/local/bin/store-orders-sim', '--port', '7'];
  expect(servedFlags(args).flags).toEqual({ port: '7' });
});

test.each([['/sbin/init\0'], ['sh\0-c\0sleep 9\0'], ['']])(
  'another first process %j has no flags',
  (line) => {
    expect(flagsOfMainProcess(() => line)).toEqual({ flags: {}, configFile: undefined });
  },
);

test('where no process can be read, there are no flags', () => {
  const fail = (): string => {
    throw new Error('ENOENT');
  };
  expect(flagsOfMainProcess(fail)).toEqual({ flags: {}, configFile: undefined });
});
