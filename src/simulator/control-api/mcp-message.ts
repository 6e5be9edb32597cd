/** One message of the Model Context Protocol. */
export type McpMessage = {
  readonly text: string;
  /** The headers of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts when the client disconnects or the simulator stops. */
  readonly signal: AbortSignal;
  /** Calls a route of this control API, without a socket and without the token. */
  readonly fetch: typeof globalThis.fetch;
  /** Texts that no response contains. */
  readonly secrets: readonly string[];
};

/** Handles one message, already authorized. */
export type ServeMcp = (
  message: McpMessage,
) => Promise<{ readonly status: number; readonly type: string; readonly text: string }>;
