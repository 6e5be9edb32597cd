import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { judge } from '../../../simulator/control-api/described-control.ts';
import { judgeRequest } from '../../../simulator/control-api/described-request.ts';
import { serveHere } from '../../../support/serve-here.ts';

/** A proxy in front of a control API that compares every request and response with `openapi/control.yaml`. */
export type DescribedProxy = AsyncDisposable & {
  readonly origin: string;
  /** The operations that were called: `PUT /environments/{environment}`. */
  readonly operations: Set<string>;
  /** The requests and responses that the document does not allow. */
  readonly problems: string[];
};

/** Opens a proxy for the control API at an address. */
export async function openDescribedProxy(controlUrl: string): Promise<DescribedProxy> {
  const operations = new Set<string>();
  const problems: string[] = [];
  const note = (judged: () => void): void => {
    try {
      judged();
    } catch (error) {
      problems.push((error as Error).message);
    }
  };
  const pass = async (request: IncomingMessage): Promise<{ response: Response; body: string }> => {
    const { method = '', url = '', headers } = request;
    const type = headers['content-type'] ?? '';
    const given = await text(request);
    note(() => operations.add(judgeRequest({ method, url, type, body: given })));
    const response = await fetch(controlUrl + url, {
      method,
      headers: { Authorization: headers.authorization ?? '', ...(type !== '' && { 'Content-Type': type }) },
      body: given === '' ? null : given,
    });
    const body = await response.text();
    note(() => judge(method, new URL(url, controlUrl).pathname, response, body));
    return { response, body };
  };
  const server = createServer((request, answer) => {
    pass(request).then(
      ({ response, body }) =>
        answer
          .writeHead(response.status, { 'Content-Type': response.headers.get('content-type') ?? '' })
          .end(body),
      (error: Error) => answer.destroy(error),
    );
  });
  const { origin, [Symbol.asyncDispose]: close } = await serveHere(server);
  return { origin, operations, problems, [Symbol.asyncDispose]: close };
}
