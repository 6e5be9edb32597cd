import type { Socket } from 'node:net';

/** What a side of a connection does when it has received so many bytes. */
export type Step = {
  readonly after: number;
  /** Each piece is a write of its own. */
  readonly send: readonly Buffer[];
  readonly leave?: 'end' | 'reset';
};

/** What a side received, and how its connection ended. */
export type Played = { readonly received: Buffer; readonly end: 'closed' | 'reset' };

/** Plays the steps of one side until its connection is closed. It ends its own side when the other has. */
export async function play(socket: Socket, steps: readonly Step[]): Promise<Played> {
  const chunks: Buffer[] = [];
  let length = 0;
  let next = 0;
  let sending = false;
  let end: Played['end'] = 'closed';
  let theirsEnded = false;
  const advance = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let step = steps[next]; step !== undefined && length >= step.after; step = steps[next]) {
      next += 1;
      for (const piece of step.send) {
        if (!socket.writable) break;
        socket.write(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (step.leave === 'end') socket.end();
      if (step.leave === 'reset') socket.resetAndDestroy();
    }
    sending = false;
    if (theirsEnded && socket.writable) socket.end();
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    void advance();
  });
  socket.on('end', () => {
    theirsEnded = true;
    void advance();
  });
  socket.on('error', () => {
    end = 'reset';
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  void advance();
  await closed;
  return { received: Buffer.concat(chunks, length), end };
}
