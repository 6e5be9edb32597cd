import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConsole } from '../../../scripts/build-console.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await buildConsole(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name));

test('a browser loads at most 40 KiB for the console', () => {
  const sent = readdirSync(folder).filter((name) => name !== 'manifest.json');
  expect(sent.map((name) => gzipSync(read(name)).length).reduce((sum, size) => sum + size)).toBeLessThan(
    40 * 1024,
  );
});

test('the page of the console loads each file of the manifest, below its own directory, and runs nothing inline', () => {
  const page = String(read('index.html'));
  const loaded = [...page.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path]) => path);
  const { files }: { files: string[] } = JSON.parse(String(read('manifest.json')));
  expect(loaded.sort()).toEqual(files.map((name) => `console/${name}`).sort());
  expect(page).not.toMatch(/<script>|<style|style=|\son\w+=|https?:/);
});
