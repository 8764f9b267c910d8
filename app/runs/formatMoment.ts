/** A length of time for a narrow column: `2 ms`, `0.9 s`, `12 s`, `3 min 5 s`. */
export function formatLength(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return rest === 0 ? `${(seconds - rest) / 60} min` : `${(seconds - rest) / 60} min ${rest} s`;
}

/** A moment for the history: the time today, else the day as well, in the person's own locale. */
export function formatMoment(at: number, now: number): string {
  const moment = new Date(at);
  const isToday = new Date(now).toDateString() === moment.toDateString();
  const time = moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isToday
    ? time
    : `${moment.toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' })}, ${time}`;
}
