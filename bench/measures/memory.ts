import { load } from '../load.ts';
import { atMost, type Row } from '../row.ts';
import { type ServerCommand, startServer } from '../server-process.ts';
import { product, raw } from '../servers/product.ts';
import type { Bench } from './measure.ts';

type Memory = { readonly atStart: number; readonly afterLoad: number };

/** Measures memory with 10,000 orders, at the start and after a load, and with 100,000. */
export async function* memory({ files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(10_000);
  const [one, other] = [
    await memoryOf(raw(scenario), 2 * pace.seconds),
    await memoryOf(product(scenario), 2 * pace.seconds),
  ];
  yield { ...row('memory at start, 10000 orders', one.atStart, other.atStart), must: atMost(1.4), aim: 1.15 };
  yield {
    ...row('memory after load, 10000 orders', one.afterLoad, other.afterLoad),
    must: atMost(1.5),
    aim: 1.2,
  };
  const small = await memoryOf(product(await files.orders(10)), 15 * pace.seconds);
  yield {
    measure: 'memory after 15 s of lists of 10 orders, in 130 MiB',
    ratio: small.afterLoad / 130,
    must: atMost(1),
    raw: `${small.atStart.toFixed(0)} MiB at start`,
    product: `${small.afterLoad.toFixed(0)} MiB`,
  };
  const hundredThousand = await files.orders(100_000);
  const [many, ours] = [await memoryOf(raw(hundredThousand), 0), await memoryOf(product(hundredThousand), 0)];
  yield { ...row('memory at start, 100000 orders', many.atStart, ours.atStart), must: atMost(1.3), aim: 1 };
}

async function memoryOf(command: ServerCommand, seconds: number): Promise<Memory> {
  await using server = await startServer(command);
  const atStart = server.residentMiB();
  if (seconds > 0) await load({ url: `${server.origin}${server.listPath}`, connections: 16, seconds });
  return { atStart, afterLoad: server.residentMiB() };
}

function row(measure: string, one: number, other: number): Row {
  return { measure, ratio: other / one, raw: `${one.toFixed(0)} MiB`, product: `${other.toFixed(0)} MiB` };
}
