import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import { documentFile, documentNames, readDocument } from './document.ts';

// Installed by `npm run tools`.
const command = fileURLToPath(new URL('tools/node_modules/@redocly/cli/bin/cli.js', packageRoot));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.runIf(existsSync(command))('redocly reports no problem in the documents', async () => {
  const { code, output } = await redocly(documentNames.map(documentFile));
  expect(output).not.toMatch(/warning/i);
  expect(code).toBe(0);
});

test.runIf(existsSync(command))('redocly rejects a document with an undescribed path parameter', async () => {
  const file = join(folder, 'broken.yaml');
  await writeFile(file, stringify(withUnknownParameter()));
  expect((await redocly([file])).code).not.toBe(0);
});

test.each(documentNames)('%s.yaml is valid OpenAPI 3.1', async (name) => {
  const validator = new Validator();
  expect(await validator.validate(readDocument(name))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the OpenAPI validator rejects a document that breaks the OpenAPI schema', async () => {
  const broken = { ...readDocument('store-orders'), info: { title: 'no version' } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

function withUnknownParameter(): unknown {
  return {
    ...readDocument('store-orders'),
    paths: { '/store/orders/{orderId}': { get: { summary: 'List orders' } } },
  };
}

function redocly(files: readonly string[]): Promise<{ code: number; output: string }> {
  const config = fileURLToPath(new URL('redocly.yaml', packageRoot));
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, 'lint', '--config', config, ...files],
      { env: { ...process.env, ...quiet } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
      },
    );
  });
}
