/** A length of time for a narrow column: `2 ms`, `0.9 s`, `12 s`, `3 min 5 s`, `2 h 5 min`, `2 d 3 h`; `–` for what is none. */
export function formatLength(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return inTwo(seconds, 60, ['min', 's']);
  const minutes = Math.round(seconds / 60);
  return minutes < 24 * 60 ? inTwo(minutes, 60, ['h', 'min']) : inTwo(Math.round(minutes / 60), 24, ['d', 'h']);
}

/** A length in two units, of which `each` of the second are one of the first; without the second where nothing of it is left. */
function inTwo(length: number, each: number, [large, small]: readonly [string, string]): string {
  const rest = length % each;
  const whole = `${(length - rest) / each} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** A moment for the history, short: `14:03:09` today, else `20 Nov, 14:03`, with the year when it is another one; `–` for a number that is no moment. */
export function formatMoment(at: number, now: number, locale?: string): string {
  const [moment, today] = [new Date(at), new Date(now)];
  if (Number.isNaN(moment.getTime())) return '–';
  if (moment.toDateString() === today.toDateString())
    return moment.toLocaleTimeString(locale, { ...TIME, second: '2-digit' });
  const isThisYear = moment.getFullYear() === today.getFullYear();
  return moment.toLocaleString(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...TIME,
  });
}
