import * as z from 'zod';
import { int64 } from '../../text/field-schemas.ts';
import { orderStatus } from '../scenarios/order-schema.ts';
import { count, gapChoices, operationName, timestamp } from './components.ts';

const header = z
  .strictObject({ name: z.string(), value: z.string() })
  .meta({ id: 'Header', description: 'A header field.' });
const body = z
  .strictObject({
    length: count,
    truncated: z.boolean(),
    text: z.string().optional(),
    base64: z.string().optional(),
  })
  .meta({
    id: 'Body',
    description: 'A body, up to its first 8 KiB. UTF-8 is shown as text, anything else as base64.',
  });
const firedFault = z
  .strictObject({ id: z.string(), did: z.string().describe('What it did: `waited 213 ms`.') })
  .meta({ id: 'FiredFault', description: 'A fault that fired.' });
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
    traceparent: z
      .string()
      .optional()
      .describe('The header `traceparent` as it was sent, valid or not, up to 256 characters.'),
    body: body.optional(),
    operation: operationName.optional(),
    key: z
      .string()
      .optional()
      .describe('The id of the API key of the request. Omitted if it had none that is valid now.'),
    order: z
      .strictObject({ id: int64, before: orderStatus.optional(), after: orderStatus.optional() })
      .optional()
      .describe('The order of a cancel, with its status before and after.'),
    end: z.enum(['answered', 'client-gone', 'reset', 'closed', 'garbled', 'cut', 'failed']).optional(),
    answer: z.strictObject({ status: count, headers: z.array(header), body: body.optional() }).optional(),
    gaps: gapChoices,
    faults: z.array(firedFault).describe('The faults that fired, in the order of firing.'),
    gate: z.string().optional().describe('The id of the hold at which the request waited.'),
    refused: refused.optional().describe('Why the request was refused, and what would have succeeded.'),
    notes: z
      .array(z.strictObject({ code: z.string(), text: z.string() }))
      .describe('Probable mistakes of the client.'),
  })
  .meta({ id: 'Exchange', description: 'A request and its response. API keys are redacted.' });
