import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../scripts/build-executable.ts';
import * as built from '../container/build-image.ts';
import { image } from '../container/docker.ts';

const withDocker = process.env.WITH_DOCKER === '1';
let folder: string;

/** Builds the executable and the image that the modules start. */
export async function setup(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'modules-'));
  process.env.STORE_ORDERS_SIM_BIN = await buildExecutable(folder);
  if (!withDocker) return;
  await built.setup();
  process.env.STORE_ORDERS_SIM_IMAGE = image;
  // Its image may not be on this machine, and the tests remove what they start.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  // In a machine that looks like a container, Testcontainers would look for the published ports at its gateway.
  if (!process.env.DOCKER_HOST?.startsWith('tcp:')) process.env.TESTCONTAINERS_HOST_OVERRIDE ??= 'localhost';
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true });
  if (withDocker) await built.teardown();
}
