import { openPipelines, openUnfinishedBodies, sendManyHeaders } from '../../test/hostile/attacks.ts';
import {
  readLargeEnvironments,
  sendManySecrets,
  sendUnknownFields,
  signInWithLargeBodies,
} from '../../test/hostile/control-attacks.ts';

/**
 * Attacks a server until the process is ended: `node attack.ts NAME ORIGIN CONTROL-URL TOKEN`. It is a process of its own, so that it
 * delays no measurement.
 */
const [name = '', origin = '', controlUrl = '', token = ''] = process.argv.slice(2);
const attacked = { origin, controlUrl, token };

async function pipeline(...what: [number, number, 'none'?]): Promise<void> {
  const clients = openPipelines(origin, ...what);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const client of clients) client.destroy();
}

const attacks: Readonly<Record<string, () => Promise<void>>> = {
  '300 headers in each request': () => sendManyHeaders(origin, 800),
  '20 connections that pipeline 2,564 lists': () => pipeline(20, 2_564),
  '50 connections that pipeline 4,761 requests without a key': () => pipeline(50, 4_761, 'none'),
  '200 connections that pipeline 4,761 requests without a key': () => pipeline(200, 4_761, 'none'),
  '500 connections that pipeline 60 lists': () => pipeline(500, 60),
  '50 connections that pipeline 2,500 lists': () => pipeline(50, 2_500),
  '300 bodies of 1 MiB that never end': async () => {
    for (const client of await openUnfinishedBodies(origin, 300)) client.destroy();
  },
  'reads of four environments of 100,000 orders': () => readLargeEnvironments(attacked),
  'a journal of 100 secrets in each request': () => sendManySecrets(attacked),
  '24,000 unknown fields in YAML': () => sendUnknownFields(attacked),
  '60 bodies of 1 MiB that sign in without the token': () => signInWithLargeBodies(attacked),
};

const attack = attacks[name];
if (attack === undefined) throw new Error(`The attacks are ${Object.keys(attacks).join('; ')}.`);
for (;;) await attack();
