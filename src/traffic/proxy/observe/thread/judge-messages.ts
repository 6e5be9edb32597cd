import type { MessagePort } from 'node:worker_threads';
import { ExchangeSaver } from '../../../save/save-exchanges.ts';
import { createObserver } from '../observer.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';
import { withBuffers } from './sent-buffers.ts';

/** Does what the messages of a port ask, one at a time, in their order. An error is not handled: it ends the thread. */
export async function judgeMessages(port: MessagePort, { save, ...data }: ThreadData): Promise<void> {
  const send = (message: FromThread): void => port.postMessage(message);
  const saver = save && new ExchangeSaver(save);
  const observer = await createObserver({
    ...data,
    onBroken: (findings) => send({ kind: 'broken', findings }),
    onJudged: saver && ((judged, placed) => saver.add(judged, placed)),
  });
  const receive = async (message: ToThread): Promise<void> => {
    switch (message.kind) {
      case 'judge':
        await observer.judge(withBuffers(message.exchange));
        return send({ kind: 'judged' });
      case 'pass':
        return observer.pass(message.passed);
      case 'forget-orders':
        return observer.forgetOrders();
      case 'report': {
        const problems = saver?.problems ?? [];
        return send({ kind: 'report', report: observer.report(), problems });
      }
    }
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: ToThread) => {
    last = last.then(() => receive(message));
  });
}
