/** The control API has refused a request; the message is the API's own and tells every problem. */
export class ControlApiError extends Error {
  /** The code of the Error body: `environment_not_found`. */
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.name = 'ControlApiError';
    this.code = code;
    this.status = status;
  }
}
