import { get, type IncomingMessage } from 'node:http';

/** A message of the stream. Without an event, it is a comment. */
export type ReadMessage = {
  readonly event: string | undefined;
  readonly data: unknown;
};

export type EventReader = Disposable & {
  readonly response: IncomingMessage;
  /** Returns the next message, comments included. Undefined at the end of the stream. */
  next(): Promise<ReadMessage | undefined>;
  /** Returns the next message of a kind. */
  nextOf(event: string): Promise<ReadMessage>;
};

/** Opens `GET /events` and reads its messages. */
export async function readEvents(
  controlUrl: string,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<EventReader> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${controlUrl}/events${query}`, { headers, agent: false }, resolve).on('error', reject),
  );
  const messages = messagesOf(response);
  const next = async (): Promise<ReadMessage | undefined> => (await messages.next()).value;
  return {
    response,
    next,
    nextOf: async (event) => {
      for (;;) {
        const message = await next();
        if (message === undefined) throw new Error(`the stream ended without "${event}"`);
        if (message.event === event) return message;
      }
    },
    [Symbol.dispose]: () => response.destroy(),
  };
}

async function* messagesOf(response: IncomingMessage): AsyncGenerator<ReadMessage, undefined> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield parseMessage(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
  return undefined;
}

function parseMessage(text: string): ReadMessage {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const data = field('data');
  return {
    event: field('event'),
    data: data === undefined ? undefined : JSON.parse(data),
  };
}
