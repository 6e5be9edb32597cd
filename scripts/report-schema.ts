import * as z from 'zod';
import { rules } from '../src/contract/rules/rules.ts';

const count = z.int().min(0);
const exchangeNumber = count
  .nullable()
  .describe('The exchange that shows it; null if no single exchange does.');

const tool = z
  .strictObject({ name: z.literal('store-orders-sim'), version: z.string() })
  .describe('The program that created the report.');

const rule = z
  .strictObject({
    id: z.enum(rules.map(({ id }) => id)).describe('Stable, such as R01.'),
    key: z.string(),
    sentence: z.string().describe('The statement of the contract.'),
    spec: z.string().describe('The part of the specification, or the standard it rests on.'),
    severity: z.enum(['violation', 'notice']),
    result: z.enum(['passed', 'failed', 'not-exercised']),
    exchanges: count.optional().describe('Exchanges that kept the rule; only with result passed.'),
    findings: count.optional().describe('All findings, listed or not; only with result failed.'),
    partly: z
      .string()
      .optional()
      .describe('Why a part of the rule, such as a named order, was not tested; only with result passed.'),
    ignored: count.optional().describe('How many of the findings --ignore names; only with result failed.'),
    reason: z.string().optional().describe('Why no exchange exercised it; only with result not-exercised.'),
  })
  .describe('One rule and its result.');

const finding = z
  .strictObject({
    rule: rule.shape.id,
    severity: rule.shape.severity,
    ignored: z.boolean(),
    operation: z
      .enum(['listOrders', 'cancelOrder'])
      .nullable()
      .describe('The operation of the exchange; null if no single exchange shows it.'),
    exchange: exchangeNumber,
    requests: count.describe('How many requests show it; exchange is the first of them.'),
    where: z.string().optional().describe('A JSON pointer into the body, a part of the head, or an order.'),
    expected: z.string(),
    got: z.string(),
    repeat: z
      .string()
      .optional()
      .describe('A curl command that reads the key from $API_KEY and each header from $HEADER_NAME.'),
  })
  .describe('A broken rule. At most 100 findings are listed for each rule.');

const order = z
  .strictObject({
    id: z.string().describe('A decimal int64.'),
    named: z.enum(['pending', 'shipped', 'race']),
    tested: z.boolean(),
    reason: z.string().optional().describe('Why it was not tested.'),
  })
  .describe('An order that --pending-id, --shipped-id or --race-id names.');

const gap = z
  .strictObject({
    gap: z.string(),
    observed: z.string(),
    allowed: z.boolean(),
    exchange: exchangeNumber,
    requests: count.describe('How many exchanges show it; exchange is the first.'),
  })
  .describe('Observed behaviour that the specification leaves open. It is not a finding.');

const body = z
  .strictObject({
    bytes: count.describe('The length of the complete body.'),
    encoding: z.enum(['utf-8', 'base64']),
    content: z.string(),
    shortened: z.boolean().describe('Whether content is only the beginning of the body.'),
  })
  .describe('A decoded body: text if it is valid UTF-8, otherwise base64.');

const response = z.strictObject({
  statusLine: z.string(),
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])).describe('As received: in order, with repetitions.'),
  body: body.nullable().describe('null if the content coding could not be decoded.'),
  faults: z.array(z.string()).describe('Errors in the HTTP message itself.'),
  durationMs: z.number(),
});

const exchange = z.strictObject({
  number: count,
  startedAt: z.string().describe('RFC 3339, UTC.'),
  request: z.strictObject({
    operationId: z
      .enum(['listOrders', 'cancelOrder'])
      .nullable()
      .describe('null for a request that only shows a gap (--emit-profile, --expect-profile).'),
    method: z.enum(['GET', 'HEAD', 'OPTIONS', 'DELETE']),
    path: z.string(),
    query: z.string(),
    key: z.string().describe('valid, none, or invalid: followed by the kind of invalid key.'),
  }),
  answer: response.nullable(),
  failure: z
    .strictObject({ reason: z.string(), message: z.string() })
    .nullable()
    .describe('Why there is no response.'),
});

/** The schema of the JSON report, version 1: `docs/reference/report.schema.json`. */
export const jsonReportSchema = z
  .strictObject({
    schemaVersion: z
      .literal(1)
      .describe('Changes only if a reader of this version would misread the report.'),
    tool,
    target: z.string().describe('The base address, or the file with recorded traffic.'),
    level: z.enum(['observe', 'probe', 'cancel', 'race', 'passive']),
    headers: z.array(z.string()).describe('The names of the headers that --header adds to every request.'),
    startedAt: z.string(),
    durationMs: z.number(),
    exitCode: z.int(),
    verdict: z.string().describe('The outcome as one clause.'),
    incomplete: z.strictObject({ kind: z.string(), message: z.string() }).nullable(),
    coverage: z.strictObject({
      exercised: count,
      partly: count.describe('Rules of which only a part was exercised; exercised does not include them.'),
      total: count,
    }),
    rules: z.array(rule),
    findings: z.array(finding),
    orders: z.array(order),
    gaps: z.array(gap),
    notes: z.array(z.string()),
    exchanges: z
      .array(exchange)
      .describe(
        'Of a check, all; of a proxy, at most 1000 that a finding or a gap names, with the first 8 KiB of their bodies.',
      ),
  })
  .describe('The report of a contract check of a Store Orders Service.');
