import { openPipelines, openUnfinishedBodies, sendManyHeaders } from '../../test/hostile/attacks.ts';

/** Attacks a server until the process is ended: `node attack.ts ORIGIN NAME`. It is a process of its own, so that it delays no measurement. */
const [origin = '', name = ''] = process.argv.slice(2);

async function pipeline(count: number, requests: number): Promise<void> {
  const clients = openPipelines(origin, count, requests);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const client of clients) client.destroy();
}

const attacks: Readonly<Record<string, () => Promise<void>>> = {
  '300 headers in each request': () => sendManyHeaders(origin, 800),
  '500 connections that pipeline 60 lists': () => pipeline(500, 60),
  '50 connections that pipeline 2,500 lists': () => pipeline(50, 2_500),
  '300 bodies of 1 MiB that never end': async () => {
    for (const client of await openUnfinishedBodies(origin, 300)) client.destroy();
  },
};

const attack = attacks[name];
if (attack === undefined) throw new Error(`The attacks are ${Object.keys(attacks).join('; ')}.`);
for (;;) await attack();
