import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArchive } from '../../../scripts/build-archive.ts';
import { image } from '../../e2e/image/docker.ts';
import * as built from '../../e2e/image/set-up.ts';

let folder: string;

/** Builds the archive and the image that the modules start. */
export async function setup(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'modules-'));
  process.env.STORE_ORDERS_SIM_BIN = await buildArchive(folder);
  await built.setup();
  process.env.STORE_ORDERS_SIM_IMAGE = image;
  // Its image may not be on this machine, and the tests remove what they start.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  // In a machine that looks like a container, Testcontainers would look for the published ports at its gateway.
  if (!process.env.DOCKER_HOST?.startsWith('tcp:')) process.env.TESTCONTAINERS_HOST_OVERRIDE ??= 'localhost';
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true });
  await built.teardown();
}
