import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** What a server makes its requests and responses of. */
export type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Requests and responses that are an app's own from the start. Express turns every message that Node makes into one of
 * its own by another prototype, which costs more than all else that Express does here; these it finds turned already.
 */
export function messagesOf(app: Express): MessageClasses {
  class ServiceRequest extends IncomingMessage {}
  class ServiceResponse<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(ServiceRequest.prototype, app.request);
  Object.setPrototypeOf(ServiceResponse.prototype, app.response);
  // Nobody keeps anything there; Express would make an object for each response.
  Object.assign(ServiceResponse.prototype, { locals: Object.freeze({}) });
  app.request = ServiceRequest.prototype as unknown as Express['request'];
  app.response = ServiceResponse.prototype as unknown as Express['response'];
  return { IncomingMessage: ServiceRequest, ServerResponse: ServiceResponse };
}
