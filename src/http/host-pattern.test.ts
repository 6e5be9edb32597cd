import { expect, test } from 'vitest';
import { createHostMatcher, isHostPattern, isManyHosts } from './host-pattern.ts';

test.each([
  'sim',
  'sim.test',
  '*.svc.cluster.local',
  '10.0.0.7',
  'fd00::7',
  '10.0.0.0/8',
  'fd00::/8',
  '0.0.0.0/0',
])('%s is a pattern', (text) => expect(isHostPattern(text)).toBe(true));

test.each([
  '',
  '*',
  '*.',
  '*..test',
  'a.*.test',
  '*sim',
  'http://sim',
  'sim:80',
  'a/b',
  'sim/8',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/08',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '*.10.0.0.0/8',
])('"%s" is no pattern', (text) => expect(isHostPattern(text)).toBe(false));

const matches = createHostMatcher([
  'Sim',
  '*.Cluster.local',
  '10.0.0.0/8',
  'fd00::/8',
  '192.168.0.7',
  'fe80::1',
]);

test.each([
  'sim',
  'a.cluster.local',
  'a.b.cluster.local',
  '10.1.2.3',
  '[fd00::7]',
  '192.168.0.7',
  '[fe80::1]',
])('%s fits', (host) => expect(matches(host)).toBe(true));

test.each([
  'sim.test',
  'cluster.local',
  '.cluster.local',
  'evilcluster.local',
  '11.0.0.1',
  '[fe80::2]',
  '10.0.0.1.evil',
  '',
])('"%s" does not fit', (host) => expect(matches(host)).toBe(false));

test('without patterns, no host fits', () => {
  expect(createHostMatcher([])('localhost')).toBe(false);
});

test('a domain and a network are many hosts', () => {
  expect(['*.test', '10.0.0.0/8', 'sim', 'fd00::7'].map(isManyHosts)).toEqual([true, true, false, false]);
});
