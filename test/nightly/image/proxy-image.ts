import { spawnSync } from 'node:child_process';

const tag = 'store-orders-sim-haproxy:test';

/**
 * Returns an image with HAProxy of Debian, on the base of the image, since that is on each machine that runs these tests. It
 * is built once for a machine, which needs the network: `node test/nightly/image/proxy-image.ts`.
 */
export function proxyImage(): string {
  if (spawnSync('docker', ['image', 'inspect', tag], { stdio: 'ignore' }).status === 0) return tag;
  const text = `FROM node:24-bookworm-slim
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends haproxy >/dev/null
ENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
`;
  const { status, stderr } = spawnSync('docker', ['build', '-q', '-t', tag, '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`docker build of HAProxy failed:\n${stderr}`);
  return tag;
}

if (import.meta.main) console.log(proxyImage());
