import { drawFrom } from './mutate-bytes.ts';

/** What a churn did. */
export type Churned = { readonly environments: number; readonly requests: number };

/** Where the simulator is, and how much to send. */
export type ChurnOptions = {
  readonly controlUrl: string;
  /** The number of environments, each opened, used and deleted. */
  readonly environments: number;
  /** How many at a time. */
  readonly inParallel: number;
  readonly seed: number;
};

const token = 'token-for-tests';
const sizes = [10, 100, 1_000, 5_000, 10_000];
const yaml = `orders:\n${'- { petId: 7, quantity: 1 }\n'.repeat(2_000)}`;

/**
 * Opens, uses and deletes temporary environments: scenarios of up to 10,000 orders, generated, in JSON and YAML, with and
 * without `vary`; their lists, cancels, snapshots and journals. Throws if anything but a success is returned.
 */
export async function churn(options: ChurnOptions): Promise<Churned> {
  const { controlUrl, environments, inParallel, seed } = options;
  let next = 0;
  let requests = 0;
  const send = async (url: string, method: string, key: string, body?: string, type?: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type ?? 'application/json' };
    const response = await fetch(url, { method, headers, body: body ?? null });
    const text = await response.text();
    requests += 1;
    return { status: response.status, text };
  };
  const control = async (method: string, path: string, body?: string, type?: string): Promise<string> => {
    const { status, text } = await send(`${controlUrl}/environments/${path}`, method, token, body, type);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  };
  const useOne = async (number: number): Promise<void> => {
    const name = `churn-${number}`;
    const opened = JSON.parse(await control('PUT', name, ...bodyOf(drawFrom(seed + number))));
    const service = `${opened.baseUrl}/store/orders`;
    for (const path of ['', '', '/1', '/2', '/3', '', ''])
      await send(service + path, path === '' ? 'GET' : 'DELETE', opened.apiKeys[0]);
    await control('GET', `${name}/snapshot`);
    await control('GET', `${name}/journal`);
    await control('POST', `${name}/reset`);
    await control('DELETE', name);
  };
  const work = async (): Promise<void> => {
    while (next < environments) await useOne(next++);
  };
  await Promise.all(Array.from({ length: inParallel }, work));
  return { environments, requests };
}

function bodyOf(draw: (below: number) => number): readonly [body: string, type?: string] {
  const profile = draw(2) === 0 ? 'vary' : 'least-promise';
  switch (draw(4)) {
    case 0:
      return [yaml, 'application/yaml'];
    case 1:
      return [JSON.stringify({ profile, scenario: { generate: [{ count: 5_000, firstId: 1 }] } })];
    default: {
      const length = sizes[draw(sizes.length)] ?? 10;
      const order = { petId: 7, quantity: 1, shipDate: '2026-01-20T10:00:00Z' };
      const orders = Array.from({ length }, (_, at) => ({ id: at + 1, ...order }));
      return [JSON.stringify({ profile, scenario: { orders } })];
    }
  }
}
