/** The defaults that the settings and the options of `startSimulator` share. */
export const defaults = {
  scenario: 'mixed',
  watch: false,
  maxOrders: 100_000,
  apiKey: ['test-api-key'],
  stagingApiKey: ['test-staging-key'],
  seed: 1,
  gapsHeader: false,
  host: '127.0.0.1',
  control: true,
  controlHost: '127.0.0.1',
  journalSize: 1_000,
  drainDelayMs: 0,
  shutdownTimeoutMs: 8_000,
} as const;
