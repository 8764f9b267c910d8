import { formatLength } from '../../ui/index.ts';

const HOUR = 3_600_000;

/** A length of time that may be days: `12 s`, `45 min`, `6 h`, `7 d`. */
export function formatIdle(ms: number): string {
  if (ms < 2 * HOUR) return formatLength(ms < 600_000 ? ms : Math.round(ms / 60_000) * 60_000);
  return ms < 48 * HOUR ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / (24 * HOUR))} d`;
}
