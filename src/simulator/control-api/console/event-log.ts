/** A message of the event stream, as it is sent. */
export type LoggedMessage = {
  readonly id: number;
  /** The environment that it is about. Undefined if it is for all clients. */
  readonly environment: string | undefined;
  readonly text: Buffer;
};

/** The messages since one of them, as far as they are kept. */
export type MessagesSince = {
  readonly messages: readonly LoggedMessage[];
  /** How many messages are missing before these; at least 1 if their number is not known. */
  readonly missing: number;
};

/** The newest messages of the event stream, so that a client can go on where its connection broke. */
export interface EventLog {
  /** Numbers and keeps a message. */
  add(event: string, environment: string | undefined, data: unknown): LoggedMessage;
  /** Marks that messages may be missing here, since nobody watched. */
  addGap(): void;
  since(id: number): MessagesSince;
}

/** Creates an empty log that keeps at most `maxBytes` of messages. */
export function createEventLog(maxBytes: number = 4 * 1024 * 1024): EventLog {
  let messages: LoggedMessage[] = [];
  let bytes = 0;
  let lastId = 0;
  return {
    add: (event, environment, data) => {
      const id = ++lastId;
      const message = { id, environment, text: Buffer.from(eventText(event, data, id)) };
      messages.push(message);
      bytes += message.text.length;
      while (bytes > maxBytes) bytes -= messages.shift()?.text.length ?? bytes;
      return message;
    },
    addGap: () => {
      lastId++;
      messages = [];
      bytes = 0;
    },
    since: (id) => {
      // The id of another process, which may have sent any number of messages.
      if (id > lastId) return { messages, missing: 1 };
      const first = messages[0]?.id ?? lastId + 1;
      return { messages: messages.filter((one) => one.id > id), missing: Math.max(first - id - 1, 0) };
    },
  };
}

/** Writes a message of an event stream. JSON has no line breaks. */
export function eventText(event: string, data: unknown, id?: number): string {
  const number = id === undefined ? '' : `id: ${id}\n`;
  return `${number}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
