import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);

/** An object of Kubernetes. */
export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

/** Type-checks manifests as literals of the published types of Kubernetes, which refuses unknown fields and wrong types. */
export async function typeErrors(all: readonly Manifest[]): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'manifests-'));
  onTestFinished(() => rm(work, { recursive: true }));
  const lines = all.map(({ apiVersion, kind, ...rest }, at) => {
    const module = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('networking.k8s.io', 'networking');
    const literal = JSON.stringify({ apiVersion, kind, ...rest });
    return `export const m${at}: import('kubernetes-types/${module}').${kind} = ${literal};`;
  });
  await writeFile(join(work, 'manifests.ts'), lines.join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--moduleResolution',
    'bundler',
  ];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout, stderr } = spawnSync(tsc, [...options, '--module', 'esnext', 'manifests.ts'], {
    cwd: work,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** What a StatefulSet or a Deployment has whose container runs without privileges, with a limit of memory and probes. */
export const withoutPrivileges = {
  spec: {
    template: {
      spec: {
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            readinessProbe: expect.anything(),
            livenessProbe: expect.anything(),
            resources: { limits: { memory: expect.any(String) } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      },
    },
  },
};
