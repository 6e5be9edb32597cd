import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { pinThisProcess } from './machine.ts';
import { authorization } from './server-process.ts';

/** A client with one connection that sends requests in sequence. */
export type OneClient = Disposable & {
  /** Sends a request and reads the response to its end. Returns its status. */
  send(method: string, url: string): Promise<number>;
};

/** Opens a client. Until it is disposed of, this process runs on the core of load generators. */
export function openClient(): OneClient {
  const pin = pinThisProcess('load');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: async (method, url) => {
      const sent = request(url, { method, agent, headers: { authorization } }).end();
      const [answer] = await once(sent, 'response');
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode;
    },
    [Symbol.dispose]: () => {
      agent.destroy();
      pin[Symbol.dispose]();
    },
  };
}
