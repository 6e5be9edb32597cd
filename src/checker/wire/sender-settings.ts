/** What `createSender` needs. */
export type SenderSettings = {
  /** The base address, `https://host:8443/v1`; http or https, no credentials, query or fragment. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sent with every request; never Authorization, Host or one of the framing. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** The longest wait, in milliseconds, for the head of an answer, and then for each next byte. Ten times as much for the whole exchange. */
  readonly timeoutMs: number;
  /** The most bytes of content, before and after its coding is undone. */
  readonly maxBodyBytes: number;
  /** Certificates in PEM that are trusted in place of the well-known ones. */
  readonly ca?: string | undefined;
  /** Ends what is under way and refuses what follows, with the reason `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};
