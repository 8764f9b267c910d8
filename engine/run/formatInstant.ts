const DAY = 86_400_000;

/**
 * ISO 8601 in UTC with milliseconds, of ms since the epoch: `2026-01-01T00:00:00.000Z`. Whole years 0 to 9999. Written
 * out since the machine has no clock and no `Date`.
 */
export function formatInstant(ms: number): string {
  const days = Math.floor(ms / DAY);
  const rest = Math.floor(ms - days * DAY);
  const { year, month, day } = toCivil(days);
  const time = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1000) % 60];
  const clock = time.map((part) => pad(part, 2)).join(':');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock}.${pad(rest % 1000, 3)}Z`;
}

/** Days since 1970-01-01 as a date of the Gregorian calendar, by counting 400-year eras that begin on 1 March. */
function toCivil(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
