import { newClient, type SecuredAddress } from './new-client.ts';
import { addressAt } from './store-address.ts';

/** Asks the Sentinels, one after the other, for the address of the primary. Sends them no user and no password. */
export async function findPrimary(address: SecuredAddress): Promise<string> {
  const { sentinel = '', others, url, ca, timeoutMs } = address;
  const anonymous = new URL(url);
  anonymous.username = '';
  anonymous.password = '';
  anonymous.pathname = '';
  let failure: unknown = new Error(`no Sentinel knows ${sentinel}`);
  for (const host of [anonymous.host, ...others]) {
    const client = newClient(addressAt({ url: anonymous.href }, host), { ca, timeoutMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const found = await client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', sentinel], {
        timeout: timeoutMs,
      });
      if (Array.isArray(found)) return addressAt(address, hostAndPort(String(found[0]), String(found[1])));
    } catch (error) {
      failure = error;
    } finally {
      if (client.isOpen) client.destroy();
    }
  }
  throw failure;
}

function hostAndPort(host: string, port: string): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
