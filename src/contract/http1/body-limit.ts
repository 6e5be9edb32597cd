/** The default of `maxBodyBytes`: a list of 150,000 orders, which a check reads in less than 256 MiB of memory. */
export const defaultMaxBody = 16 * 1024 ** 2;

/** The maximum of a body with another status than 200. Only a list is long. */
const maxOtherBody = 1024 ** 2;

/** Returns the maximum number of bytes of a body with this status, before and after decoding. */
export function bodyLimit(status: number, maxBodyBytes: number): number {
  return status === 200 ? maxBodyBytes : Math.min(maxOtherBody, maxBodyBytes);
}

/** Describes a body of more bytes than its limit. */
export function tooLargeContent(status: number, maxBodyBytes: number): string {
  const limit = bodyLimit(status, maxBodyBytes);
  const what = `The response with status ${status} has content of more than ${limit} bytes`;
  return limit < maxBodyBytes
    ? `${what}; only one with status 200 may have more.`
    : `${what}: raise --max-body.`;
}
