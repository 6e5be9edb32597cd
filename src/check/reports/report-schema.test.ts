import { expect, test } from 'vitest';
import * as z from 'zod';
import { jsonReportSchema } from '../../../scripts/report-schema.ts';

test('docs/reference/report.schema.json is the schema of the JSON report', async () => {
  const schema = z.toJSONSchema(jsonReportSchema, { target: 'draft-2020-12', io: 'output' });
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/reference/report.schema.json',
  );
});
