import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArchive } from '../../../scripts/build-archive.ts';
import { base, image, label } from '../../e2e/image/docker.ts';
import { teardown as removeImage } from '../../e2e/image/set-up.ts';

/** A machine with the libraries of C and C++, a shell and what the launcher calls, and nothing else. */
const bareMachine = `FROM ${base} AS debian
RUN mkdir -p /bare/lib /bare/bin && mkdir -m 1777 /bare/tmp && ln -s lib /bare/lib64 && cp /bin/sh /bin/dirname /bin/readlink /bare/bin \\
  && cp -L /usr/lib/*/ld-linux-* /bare/lib \\
  && for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 libstdc++.so.6 libgcc_s.so.1; do cp -L /usr/lib/*/$name /bare/lib; done
FROM scratch
COPY --from=debian /bare /
COPY archive /sim
ENV SIM_HOST=0.0.0.0 SIM_CONTROL_HOST=0.0.0.0
ENTRYPOINT ["/sim/store-orders-sim"]
`;
let folder: string;

/** Builds the archive, and the image of a machine that has nothing but it. */
export async function setup(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  process.env.ARCHIVE = await buildArchive(join(folder, 'archive'));
  writeFileSync(join(folder, 'Dockerfile'), bareMachine);
  const args = ['build', '--label', label, '--tag', image, folder];
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', maxBuffer: 64e6 });
  if (status !== 0) throw new Error(`docker build failed:\n${stdout}${stderr}`);
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true });
  await removeImage();
}
