import { z } from 'zod';
import { rules } from '../rules/rules.ts';

const count = z.int().min(0);
const exchangeNumber = count
  .nullable()
  .describe('The number of the exchange that shows it; null where no single one does.');

const tool = z
  .strictObject({ name: z.literal('store-orders-sim'), version: z.string() })
  .describe('What made the report.');

const rule = z
  .strictObject({
    id: z.enum(rules.map(({ id }) => id)).describe('Stable: R01.'),
    key: z.string(),
    sentence: z.string().describe('The statement of the contract.'),
    spec: z.string().describe('The part of the specification, or the standard it rests on.'),
    pointer: z.string().describe('JSON pointer into openapi/store-orders.yaml.'),
    severity: z.enum(['violation', 'notice']),
    result: z.enum(['passed', 'failed', 'not-exercised']),
    exchanges: count.optional().describe('How many exchanges kept it; with result passed.'),
    findings: count
      .optional()
      .describe('How often it was broken, those not listed included; with result failed.'),
    ignored: z.boolean().optional().describe('Whether the user ignores it; with result failed.'),
    reason: z.string().optional().describe('Why no exchange could show it; with result not-exercised.'),
  })
  .describe('One rule and what came of it.');

const finding = z
  .strictObject({
    rule: rule.shape.id,
    severity: rule.shape.severity,
    ignored: z.boolean(),
    exchange: exchangeNumber,
    where: z
      .string()
      .optional()
      .describe('A JSON pointer into the body, or a part of the message: header Content-Type.'),
    expected: z.string(),
    got: z.string(),
    repeat: z.string().optional().describe('A curl line that repeats the request; the key is $API_KEY.'),
  })
  .describe('A rule broken. At most 100 a rule are listed.');

const gap = z
  .strictObject({ gap: z.string(), observed: z.string(), allowed: z.boolean(), exchange: exchangeNumber })
  .describe('What was seen where the specification is silent; never a finding.');

const body = z
  .strictObject({
    bytes: count.describe('The length of the whole body.'),
    encoding: z.enum(['utf-8', 'base64']),
    content: z.string(),
    shortened: z.boolean().describe('Whether content is the beginning of the body only.'),
  })
  .describe('A body with its content coding undone: as text where it is UTF-8, else as base64.');

const answer = z.strictObject({
  statusLine: z.string(),
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])).describe('As received, in order, repetitions kept.'),
  body: body.nullable().describe('null where its content coding could not be undone.'),
  faults: z.array(z.string()).describe('What is wrong with the message itself.'),
  durationMs: z.number(),
});

const exchange = z.strictObject({
  number: count,
  startedAt: z.string().describe('RFC 3339, UTC.'),
  request: z.strictObject({
    operationId: z.enum(['listOrders', 'cancelOrder']),
    method: z.enum(['GET', 'DELETE']),
    path: z.string(),
    query: z.string(),
    key: z.string().describe('valid, none, or invalid: and how.'),
  }),
  answer: answer.nullable(),
  failure: z
    .strictObject({ reason: z.string(), message: z.string() })
    .nullable()
    .describe('Why there is no answer.'),
});

/** The JSON report, version 1; `docs/report.schema.json` is generated from it and tested equal. */
export const jsonReportSchema = z
  .strictObject({
    schemaVersion: z.literal(1).describe('Changes when a reader of this version would read wrongly.'),
    tool,
    target: z.string().describe('The base address, or the file of recorded traffic.'),
    level: z.enum(['observe', 'probe', 'cancel', 'passive']),
    startedAt: z.string(),
    durationMs: z.number(),
    exitCode: z.int(),
    verdict: z.string().describe('One clause for people.'),
    incomplete: z.strictObject({ kind: z.string(), message: z.string() }).nullable(),
    coverage: z.strictObject({ exercised: count, total: count }),
    rules: z.array(rule),
    findings: z.array(finding),
    gaps: z.array(gap),
    notes: z.array(z.string()),
    exchanges: z.array(exchange),
  })
  .describe('What a contract check of a Store Orders Service found.');

/** A JSON report as a value. */
export type JsonReport = z.infer<typeof jsonReportSchema>;
