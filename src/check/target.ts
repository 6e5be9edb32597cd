import { UserError } from '../user-error.ts';

export type Target = ReturnType<typeof readTarget>;

export function readTarget(text: string) {
  const fail = (what: string, hint?: string): never => {
    const expected = 'an http or https address, such as https://host.example/v1';
    throw new UserError({ where: 'the target', what, expected, ...(hint !== undefined && { hint }) });
  };
  const url = URL.parse(text) ?? fail(`"${text.replace(/\/\/[^/@]*@/, '//…@')}" is not an address`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    fail(`has the scheme ${url.protocol}`, 'use http:// or https://');
  if (url.username !== '' || url.password !== '')
    fail('contains a user name or a password', 'give the key with --api-key');
  if (url.search !== '' || url.hash !== '')
    fail('has a query or a fragment', 'give only the base address, without /store/orders');
  const basePath = url.pathname.replace(/\/+$/, '');
  if (basePath.endsWith('/store/orders'))
    fail('is the address of the list', `give the base address: ${url.origin}${basePath.slice(0, -13)}`);
  return {
    baseUrl: url.origin + basePath,
    /** The path of the base address: `/v1`. */
    basePath,
    /** Whether the address is this machine, where cancelling orders needs no permission. */
    loopback: isLoopback(url.hostname),
  };
}

/** Returns whether a host name, as `URL` normalises it, can only be this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}
