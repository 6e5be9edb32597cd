/** Where a connection goes. */
export type Endpoint = {
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** `host:port`, also if the port is the default one. */
  readonly where: string;
};

export function endpointOf({ protocol, hostname, port: digits }: URL): Endpoint {
  const secure = protocol === 'https:';
  const port = digits === '' ? (secure ? 443 : 80) : Number(digits);
  return { secure, host: hostname.replace(/^\[|\]$/g, ''), port, where: `${hostname}:${port}` };
}
