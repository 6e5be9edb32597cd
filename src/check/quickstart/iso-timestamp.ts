import { isDateTime } from '../../contract/judge/date-time.ts';

const zone = '(Z|[+-]\\d\\d(?::?\\d\\d)?)?';
const extended = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d)(:\\d\\d)?(?:[.,]\\d+)?${zone}$`);
const basic = new RegExp(`^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)?(?:[.,]\\d+)?${zone}$`);

/**
 * Returns whether a text is a timestamp of a calendar day in ISO 8601: in the extended or the basic format, to the minute or
 * the second, with or without a zone. RFC 3339 allows only some of these.
 */
export function isIsoTimestamp(text: string): boolean {
  const [, year, month, day, hour, minute, second = '00', basicZone] = basic.exec(text) ?? [];
  if (year !== undefined)
    return isDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset(basicZone)}`);
  const [, date, time, seconds = ':00', extendedZone] = extended.exec(text) ?? [];
  return date !== undefined && isDateTime(`${date}T${time}${seconds}${offset(extendedZone)}`);
}

/** Returns the offset in the form of RFC 3339. */
function offset(given: string | undefined): string {
  if (given === undefined || given === 'Z') return 'Z';
  const digits = given.slice(1).replace(':', '').padEnd(4, '0');
  return `${given[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
