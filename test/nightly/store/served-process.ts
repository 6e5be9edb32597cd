// A process of a simulator with a shared store, for tests that kill and stop it: `node served-process.ts URL PORT PORT PLANT`.
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { plant } from './planted.ts';

const [, , store = '', port = '0', controlPort = '0', planted = ''] = process.argv;
plant(planted);
await startSimulator({
  store,
  port: Number(port),
  controlPort: Number(controlPort),
  controlToken: 'token-of-the-tests',
  scenario: { orders: Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1 })) },
  gaps: { 'cancelled-in-list': 'remove', 'cancel-again': 'conflict', 'conflict-body': 'error' },
  onStore: () => {},
});
process.stdout.write('ready\n');
