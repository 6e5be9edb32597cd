import { headerValues } from '../../../contract/exchange.ts';
import type { RequestHead } from './message-head.ts';

/**
 * Returns the head that is sent to the service. It differs from the client's in two things only: Host names the
 * service, and the offer to switch protocols (Upgrade) is left out, because the proxy reads only HTTP/1.1.
 */
export function headToSend({ lines, rawHeaders }: RequestHead, authority: string): string {
  const upgrades = headerValues(rawHeaders, 'upgrade').length > 0;
  const sent: string[] = [];
  for (const line of lines) {
    if (isField(line, 'host')) sent.push(withValue(line, authority));
    else if (upgrades && isField(line, 'connection')) sent.push(...withoutUpgrade(line));
    else if (!upgrades || !(isField(line, 'upgrade') || isField(line, 'http2-settings'))) sent.push(line);
  }
  return `${sent.join('\r\n')}\r\n\r\n`;
}

function isField(line: string, name: string): boolean {
  return line.charCodeAt(name.length) === 58 && line.slice(0, name.length).toLowerCase() === name;
}

/** Keeps the name, and the whitespace around the value. */
function withValue(line: string, value: string): string {
  return line.replace(
    /^([^:]*:[ \t]*).*?([ \t]*)$/,
    (_, before: string, after: string) => before + value + after,
  );
}

function withoutUpgrade(line: string): readonly string[] {
  const options = line.slice(line.indexOf(':') + 1).split(',');
  const kept = options.filter((option) => !/^(?:upgrade|http2-settings)$/i.test(option.trim()));
  return kept.length === 0 ? [] : [withValue(line, kept.join(',').trim())];
}
