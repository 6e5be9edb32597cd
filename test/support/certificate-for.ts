import { generate } from 'selfsigned';

/** Generates a certificate for names and IPv4 addresses, with its private key, both in PEM. */
export async function certificateFor(
  ...names: readonly [string, ...string[]]
): Promise<{ readonly key: string; readonly cert: string }> {
  const altNames = names.map((name) =>
    /^[\d.]+$/.test(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  );
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  return { key, cert };
}
