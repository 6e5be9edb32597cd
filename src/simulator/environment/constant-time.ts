/**
 * Whether a text that came is a secret one, in a time that the length of the text that came decides alone: each of its
 * characters is compared, whatever the others were. Node's `timingSafeEqual` does the same for Buffers of one length;
 * to make those, by digests, cost a small answer of the service a sixth of its time.
 */
export function equalsSecret(came: string, secret: string): boolean {
  let differences = came.length ^ secret.length;
  for (let at = 0; at < came.length; at += 1)
    // Beyond the secret's end one of its characters stands in: the lengths have told that the texts differ.
    differences |= came.charCodeAt(at) ^ secret.charCodeAt(at < secret.length ? at : 0);
  return differences === 0;
}
