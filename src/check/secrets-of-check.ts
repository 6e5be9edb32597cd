import { textsOfKey } from '../contract/api-key.ts';
import { proxySecrets } from '../http/http-proxy.ts';
import { secretsOfHeaders } from '../secrets/of-request.ts';
import { createSecrets, type Secrets } from '../secrets/secrets.ts';

export function secretsOfCheck(options: {
  readonly apiKey: string;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly proxy?: string | undefined;
}): Secrets {
  const { apiKey, headers = [], proxy } = options;
  return createSecrets([...textsOfKey(apiKey), ...secretsOfHeaders(headers), ...proxySecrets(proxy)]);
}
