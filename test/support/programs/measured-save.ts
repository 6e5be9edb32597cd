import { askedFor } from '../../../src/contract/recorded-exchange.ts';
import { createSecrets } from '../../../src/secrets/secrets.ts';
import { ExchangeSaver } from '../../../src/traffic/save/save-exchanges.ts';
import { openSavedTraffic } from '../../../src/traffic/save/saved-traffic.ts';
import { mostMemory } from './most-memory.ts';

/**
 * Saves traffic in a process of its own: `measured-save.ts FILE COUNT`, started with an IPC channel. Each exchange is a list of
 * ten orders. Sends the most memory that the process had, and how long it wrote the file.
 */
const [file = '', count = ''] = process.argv.slice(2);
const saving = await openSavedTraffic(file);
const { descriptor } = saving;
const key = Buffer.alloc(32, 7);
const traffic = new ExchangeSaver({ file, descriptor, origin: 'https://orders.example', key, keep: [] });
const secrets = createSecrets([]);
const path = '/store/orders';
const placed = { operationId: 'listOrders', basePath: '/v1', path, query: '' } as const;
const request = {
  operationId: 'listOrders',
  method: 'GET',
  path,
  query: '',
  key: { kind: 'valid' },
} as const;

/** The order at an index. Each list has one order that the list before it does not have. */
const orderAt = (index: number): string =>
  `{"id":${10_000_000_000 + index},"petId":${1 + (index % 5000)},"quantity":${index % 12},"shipDate":"${new Date(1.6e12 + index * 1000).toISOString()}","complete":true}`;

for (let number = 1; number <= Number(count); number += 1) {
  const orders = Array.from({ length: 10 }, (_, at) => orderAt(number + at));
  const body = Buffer.from(`[${orders.join()}]`);
  const response = {
    ...{
      statusLine: 'HTTP/1.1 200 OK',
      status: 200,
      rawHeaders: [['Content-Type', 'application/json']] as const,
    },
    ...{ content: body, body, faults: [], durationMs: 3 },
  };
  const exchange = {
    number,
    request,
    startedAt: 1.79e12 + number,
    outcome: { kind: 'responded', response },
  } as const;
  const recorded = {
    ...{ exchange, endedAt: exchange.startedAt + 3, asked: askedFor([]) },
    ...{ headersKnown: true, headersComplete: true, framingKnown: true },
  };
  traffic.add({ recorded, secrets }, placed);
}
saving.finish();
process.send?.({ memory: mostMemory(), problems: traffic.problems });
process.disconnect?.();
