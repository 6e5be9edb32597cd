import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { atLeast, atMost, type Bench, compare, type Row } from './compare.ts';
import { startRows } from './process.ts';
import { listing, speeds } from './requests.ts';
import { freePort, product, type ServerCommand } from './server.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Compares with Prism's mock, which the checker installs; the column raw is Prism here. */
export async function* besidePrism({ orders, folder, pace }: Bench): AsyncGenerator<Row> {
  for (const size of [100, 1_000]) {
    const scenario = await orders(size);
    const command = await prism(scenario, folder);
    const compared = await compare(command, product(scenario), pace, listing(pace.seconds));
    const bounds = { must: atLeast(size === 100 ? 5 : 10), aim: 25 };
    yield {
      measure: `list of ${size}, beside Prism mock`,
      ratio: compared.speed,
      ...bounds,
      ...speeds(compared),
    };
  }
  const commands = [await prism(await orders(100), folder), product('pending')] as const;
  yield* startRows('start, beside Prism mock', commands, 2, atMost(0.25), 0.17);
}

/** Prism's mock with the orders of a JSON scenario: the list is an example in the OpenAPI document. */
async function prism(scenario: string, folder: string): Promise<ServerCommand> {
  const document = parse(await readFile(join(root, 'openapi/store-orders.yaml'), 'utf8'));
  const answer = document.paths['/store/orders'].get.responses['200'].content['application/json'];
  delete answer.examples;
  const { orders } = JSON.parse(await readFile(scenario, 'utf8'));
  answer.example = orders.map(({ status: _, ...shown }: { status?: string }) => shown);
  const file = join(folder, 'prism.yaml');
  await writeFile(file, stringify(document));
  const port = await freePort();
  const bin = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'));
  const command = [process.execPath, bin, 'mock', '-m', 'false', '-p', `${port}`, '-v', 'silent', file];
  return { name: 'Prism mock', command, origin: `http://127.0.0.1:${port}`, listPath: '/store/orders' };
}
