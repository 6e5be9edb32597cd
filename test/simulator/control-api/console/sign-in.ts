import type { Session } from '../../../../src/control-api.ts';
import { controlToken } from '../../../support/open-test-simulator.ts';
import { header, type RawResponse, request } from '../../../support/raw-http.ts';

export type SignedIn = Session & {
  /** `Cookie: …`. */
  readonly cookie: string;
  /** `X-CSRF-Token: …`. */
  readonly token: string;
  readonly response: RawResponse;
};

/** Sends a body to `POST /session`. */
export function postSession(
  controlUrl: string,
  body: object,
  headers: readonly string[] = [],
): Promise<RawResponse> {
  const text = JSON.stringify(body);
  const content = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
  return request(controlUrl, 'POST', '/session', [...headers, ...content], text);
}

/** Signs in at `localhost`. */
export async function signIn(
  controlUrl: string,
  body: object = { token: controlToken },
  headers: readonly string[] = [],
): Promise<SignedIn> {
  const response = await postSession(controlUrl, body, headers);
  if (response.status !== 200) throw new Error(response.head + response.body);
  const session: Session = JSON.parse(response.body);
  const cookie = `Cookie: ${header(response, 'set-cookie')?.split(';')[0]}`;
  return { ...session, cookie, token: `X-CSRF-Token: ${session.csrf}`, response };
}
