const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether `text` is a date-time of RFC 3339, 5.6: a real day, an offset, seconds up to 59, or 60 where the clock of UTC
 * shows 23:59.
 */
export function isDateTime(text: string): boolean {
  const match = shape.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offsetHour = Number(match[8] ?? 0);
  const offsetMinute = Number(match[9] ?? 0);
  if (day < 1 || day > daysOf(year, month)) return false;
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (match[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const inUtc = (hour * 60 + minute - offset + 2 * 1440) % 1440;
  return second === 60 && inUtc === 1439;
}

function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (days[month - 1] ?? 0);
}
