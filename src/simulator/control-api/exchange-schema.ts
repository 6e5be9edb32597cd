import * as z from 'zod';
import { int64 } from '../../text/field-schemas.ts';
import { orderStatus } from '../scenarios/order-schema.ts';
import { count, gapChoices, operationName, text, timestamp } from './components.ts';

const header = z.strictObject({ name: z.string(), value: z.string() }).meta({ id: 'Header' });
const body = z
  .strictObject({
    length: count,
    truncated: z.boolean(),
    text: z.string().optional(),
    base64: z.string().optional(),
  })
  .meta({ id: 'Body', description: 'The first 8 KiB of a body: as text if it is UTF-8, else as base64.' });
const firedFault = z
  .strictObject({ id: z.string(), did: text('What it did: `waited 213 ms`.') })
  .meta({ id: 'FiredFault' });
const refused = z.strictObject({
  step: z.enum(['path', 'method', 'request', 'key', 'order-id', 'order', 'state', 'pet', 'fault']),
  why: z.string(),
  wouldMatch: z.string(),
});

/** An exchange of the journal, as the control API sends it. */
export const exchange = z
  .strictObject({
    number: count,
    begunAt: timestamp,
    endedAt: timestamp.optional().describe('Omitted while the exchange is in progress.'),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: z.array(header),
    traceparent: text('The header as it was sent, up to 256 characters.').optional(),
    body: body.optional(),
    operation: operationName.optional(),
    key: text('The id of the API key. Omitted if the request had no valid one.').optional(),
    order: z
      .strictObject({ id: int64, before: orderStatus.optional(), after: orderStatus.optional() })
      .optional()
      .describe('The order of a cancel, with its status before and after.'),
    end: z.enum(['answered', 'client-gone', 'reset', 'closed', 'garbled', 'cut', 'failed']).optional(),
    answer: z.strictObject({ status: count, headers: z.array(header), body: body.optional() }).optional(),
    gaps: gapChoices,
    faults: z.array(firedFault),
    gate: text('The id of the hold at which the request waited.').optional(),
    refused: refused.optional().describe('Why the request was refused, and what would have succeeded.'),
    notes: z
      .array(z.strictObject({ code: z.string(), text: z.string() }))
      .describe('Probable mistakes of the client.'),
  })
  .meta({ id: 'Exchange', description: 'A request and its response. API keys are redacted.' });
