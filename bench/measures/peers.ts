import { compare } from '../compare.ts';
import { atLeast, atMost, type Row } from '../row.ts';
import { installPeers, type Peer, prism } from '../servers/peers.ts';
import { product } from '../servers/product.ts';
import { listing, speeds } from './lists.ts';
import type { Bench } from './measure.ts';
import { startRows } from './starts.ts';

/** Compares with Prism's mock, which the checker installs; the column raw is Prism here. */
export async function* besidePrism(bench: Bench): AsyncGenerator<Row> {
  yield* beside(bench, prism, true);
}

/** Installs Mockoon, json-server and WireMock and compares with them; the column raw is theirs. */
export async function* besidePeers(bench: Bench): AsyncGenerator<Row> {
  for (const peer of await installPeers(`${bench.files.folder}/peers`)) yield* beside(bench, peer, false);
}

async function* beside({ files, pace }: Bench, peer: Peer, bounded: boolean): AsyncGenerator<Row> {
  for (const size of [100, 1_000]) {
    const scenario = await files.orders(size);
    const command = await peer.command(scenario, files.folder);
    const compared = await compare(command, product(scenario), pace, listing(pace.seconds));
    const bounds = bounded ? { must: atLeast(size === 100 ? 5 : 10), aim: 25 } : {};
    yield {
      measure: `list of ${size}, beside ${peer.name}`,
      ratio: compared.speed,
      ...bounds,
      ...speeds(compared),
    };
  }
  const command = await peer.command(await files.orders(100), files.folder);
  const must = bounded ? atMost(0.25) : undefined;
  yield* startRows(
    `start, beside ${peer.name}`,
    [command, product('pending')],
    2,
    must,
    bounded ? 0.17 : undefined,
  );
}
