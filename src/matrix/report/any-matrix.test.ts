import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import * as z from 'zod';
import { matrixJsonSchema } from '../../../scripts/matrix-schema.ts';
import { readHtml, readXml } from '../../../test/check/reports/parsers.ts';
import { anyMatrix } from '../../../test/matrix/report/any-matrix.ts';
import { sampleMatrices } from '../../../test/matrix/report/sample-matrix.ts';
import { type MatrixReportFormat, matrixReportFormats, matrixReportWriters } from './reports.ts';

const acting = /(?!\n)\p{Cc}|[\u202a-\u202e]|\p{Surrogate}/u;
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const valid = new Ajv2020({ strict: true, allErrors: true }).compile(
  JSON.parse(read('docs/reference/matrix.schema.json')),
);
const schemaErrors = (json: string) => (valid(JSON.parse(json)) ? [] : valid.errors);

const checks: Record<MatrixReportFormat, (written: string) => void> = {
  terminal: (written) => expect(written).not.toMatch(acting),
  json: (written) => expect(schemaErrors(written)).toEqual([]),
  junit: (written) => {
    expect(written).not.toMatch(acting);
    const elements = readXml(written);
    const cases = elements.filter(({ name }) => name === 'testcase');
    expect(elements[0]?.attributes.tests).toBe(String(cases.length));
  },
  markdown: (written) => {
    expect(written).not.toMatch(acting);
    const outsideCode = written.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '').replace(/`[^`\n]*`/g, '');
    const rest = outsideCode.replaceAll('<br>', '').replace(/^> /gm, '');
    expect(rest).not.toMatch(/<|(?<!\\)!\[|(?<!\\)\]\(|[^\\]:\/\//);
  },
  html: (written) => {
    expect(written).not.toMatch(acting);
    readXml(written);
    const elements = readHtml(written);
    const loading = ['script', 'link', 'img', 'iframe', 'base', 'object', 'form'];
    expect(elements.filter(({ name }) => loading.includes(name))).toEqual([]);
    const attributes = elements.flatMap((element) => Object.entries(element.attributes));
    expect(attributes.filter(([name]) => name.startsWith('on') || name === 'src')).toEqual([]);
    const links = attributes.flatMap(([name, value]) => (name === 'href' ? [value] : []));
    expect(links.filter((link) => !link.startsWith('#'))).toEqual([]);
  },
};

test.each(matrixReportFormats)('writes any matrix as %s that parsers accept', (format) => {
  fc.assert(
    fc.property(anyMatrix, (report) => {
      checks[format](matrixReportWriters[format](report));
    }),
    { numRuns: 25 },
  );
});

test.each(sampleMatrices)('is valid by each schema when the command %s', async (_name, report) => {
  expect(schemaErrors(matrixReportWriters.json(report))).toEqual([]);
  const contents = matrixReportWriters.junit(report);
  const schema = read('test/check/reports/fixtures/junit.xsd');
  const { errors } = await validateXML({ xml: { fileName: 'report.xml', contents }, schema });
  expect(errors).toEqual([]);
});

test('docs/reference/matrix.schema.json is the schema of the JSON report', async () => {
  const schema = z.toJSONSchema(matrixJsonSchema, { target: 'draft-2020-12', io: 'output' });
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/reference/matrix.schema.json',
  );
});
