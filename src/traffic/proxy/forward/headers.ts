import { pairsOf } from '../../../contract/http1/received-message.ts';

const switching = /^(?:upgrade|http2-settings)$/i;

/**
 * Returns the headers for the service. They differ from those of the client only in the value of Host, and in the offer to
 * switch protocols (Upgrade), which is left out, because the proxy reads only HTTP/1.1.
 */
export function headersToSend(method: string, rawHeaders: readonly string[], authority: string): string[] {
  const pairs = pairsOf(rawHeaders);
  const has = (name: string): boolean => pairs.some(([given]) => given.toLowerCase() === name);
  const upgrades = has('upgrade');
  const sent = pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'host') return [name, authority];
    if (!upgrades) return [name, value];
    if (switching.test(lower)) return [];
    if (lower !== 'connection') return [name, value];
    const kept = value.split(',').filter((option) => !switching.test(option.trim()));
    return kept.length === 0 ? [] : [name, kept.join(',').trim()];
  });
  // Node would send an empty chunked body.
  const needsLength = !/^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
  if (needsLength && !has('content-length') && !has('transfer-encoding')) sent.push('Content-Length', '0');
  return sent;
}
