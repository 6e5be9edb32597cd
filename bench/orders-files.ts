import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The scenario files of the benchmark, in a temporary folder. */
export type OrdersFiles = {
  readonly folder: string;
  /** Returns the path of a JSON scenario with `count` orders, every tenth shipped. */
  orders(count: number): Promise<string>;
  /** Returns the path of a scenario that generates `count` orders. */
  generated(count: number): Promise<string>;
};

/** Writes each scenario once into a folder. */
export function ordersFiles(folder: string): OrdersFiles {
  const write = async (name: string, text: () => string): Promise<string> => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, name);
    await writeFile(path, text(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return path;
  };
  return {
    folder,
    orders: (count) => write(`orders-${count}.json`, () => `{"orders":[${makeOrders(count).join(',\n')}]}`),
    generated: (count) =>
      write(`generated-${count}.yaml`, () => `generate: [{ count: ${count}, firstId: 1 }]\n`),
  };
}

function makeOrders(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const id = at + 1;
    const status = id % 10 === 0 ? ',"status":"shipped"' : '';
    return `{"id":${id},"petId":${id % 97},"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false${status}}`;
  });
}
