import type { Session } from '../../../../src/control-api.ts';
import { controlToken } from '../../../support/open-test-simulator.ts';
import { header, type RawResponse, request } from '../../../support/raw-http.ts';

/** Sends a body to `POST /session`. */
export function postSession(
  controlUrl: string,
  body: object,
  type = 'application/json',
): Promise<RawResponse> {
  const text = JSON.stringify(body);
  const headers = [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(text)}`];
  return request(controlUrl, 'POST', '/session', headers, text);
}

/** Signs in at `localhost` with the token. Returns the session, and it as the headers `cookie` and `token`. */
export async function signIn(controlUrl: string) {
  const response = await postSession(controlUrl, { token: controlToken });
  if (response.status !== 200) throw new Error(response.head + response.body);
  const session: Session = JSON.parse(response.body);
  const cookie = `Cookie: ${header(response, 'set-cookie')?.split(';')[0]}`;
  return { ...session, cookie, token: `X-CSRF-Token: ${session.csrf}`, response };
}
