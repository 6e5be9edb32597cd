import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import type { Opened, Target } from './targets.ts';
import { absentId } from './tool.ts';

type Json = { [name: string]: unknown };

/**
 * Returns the document of the contract for a tool: the two operations on orders, the address of a server, and the ids of its orders
 * as examples. With `openapi: 3.0.3` for tools that do not read 3.1.
 */
export function toolDocument(
  opened: Opened,
  { pendingIds, shippedIds }: Pick<Target, 'pendingIds' | 'shippedIds'>,
  openapi: '3.0.3' | '3.1.0',
): string {
  const document = withoutExtensions(
    parse(readFileSync(new URL('openapi/store-orders.yaml', packageRoot), 'utf8')),
  ) as Json;
  const { '/pets/{petId}': _, ...paths } = document.paths as Record<
    string,
    { delete?: { parameters: Json[] } }
  >;
  const [orderId] = paths['/store/orders/{orderId}']?.delete?.parameters ?? [];
  const ids = [...pendingIds, ...shippedIds, BigInt(absentId)];
  if (orderId !== undefined && openapi === '3.1.0')
    orderId.examples = Object.fromEntries(ids.map((id) => [`order-${id}`, { value: id }]));
  if (orderId !== undefined && openapi === '3.0.3') orderId.example = ids[0];
  const { summary: __, ...info } = document.info as Json;
  const { jsonSchemaDialect: ___, ...rest } = document;
  return stringify({ ...rest, openapi, info, servers: [{ url: opened.url }], paths });
}

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      name.startsWith('x-') ? [] : [[name, withoutExtensions(one)]],
    ),
  );
}
