import { Cron, type CronOptions } from 'croner';
import { err, ok, type Result } from '../base/index.ts';

/** Where lists and ranges of hours count as fixed times, a change of the clocks neither doubles nor drops them. */
const OPTIONS: CronOptions = { paused: true, mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard' };

/** The due times of a pattern. All times are ms since the epoch. */
export interface DueTimes {
  /** The first one after a time; null: there is none. */
  next(after: number): number | null;
  /** Those after a time, and until another one; the newest `most` of them, the oldest first. */
  between(after: number, until: number, most: number): readonly number[];
}

/**
 * Reads a cron pattern of five fields, or of six with seconds first, by the wall clock of a zone. Where clocks are put forward,
 * a fixed time that is omitted is due right after, once; where they are put back, it is due the first time alone. A wildcard or a
 * step continues by the interval, through both. The error says what is wrong, without the name of the key.
 */
export function readCron(pattern: string, timeZone: string): Result<DueTimes, string> {
  // Stands for when it is read, so that each start of the server would mean another one.
  if (pattern.includes('?')) return err('has a “?”. Write * for every value.');
  const fields = pattern.trim().split(/\s+/).length;
  if (!pattern.startsWith('@') && fields !== 5 && fields !== 6)
    return err(
      `has ${fields === 1 ? '1 field' : `${fields} fields`}. Write five, such as "0 3 * * 1-5", or six with seconds first.`,
    );
  try {
    const cron = new Cron(pattern, { ...OPTIONS, timezone: timeZone });
    if (cron.nextRun() === null) return err('is never due. Is there such a day?');
    return ok({
      next: (after) => cron.nextRun(new Date(after))?.getTime() ?? null,
      between: (after, until, most) => {
        const found: number[] = [];
        // What is before a second is asked for.
        let at = previousOf(cron, until + 1000);
        for (; at !== null && at > after && found.length < most; at = previousOf(cron, at))
          if (at <= until) found.push(at);
        return found.reverse();
      },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    return err(`is not a cron pattern such as "0 3 * * 1-5": ${why.replace(/\.$/, '')}.`);
  }
}

function previousOf(cron: Cron, at: number): number | null {
  return cron.previousRuns(1, new Date(at))[0]?.getTime() ?? null;
}

/** Of a pattern that cannot be read. */
export const NEVER: DueTimes = { next: () => null, between: () => [] };

/** Names of the time zones of this machine, `UTC` first. */
export function listTimeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Whether a name is one of the time zones of this machine: `UTC`, `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
