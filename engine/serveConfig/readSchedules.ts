import { Cron, type CronOptions } from 'croner';
import { err, isJsonObject, type Json, type JsonObject, ok, type Result, toText } from '../base/index.ts';
import { checkTemplate, type InputTemplate, type PlacedMessage, readTemplate } from './inputTemplate.ts';

/** What `input` of a trigger may be. */
export const TEMPLATE = {
  type: ['object', 'string'],
  description: 'The input of each run: values, and expressions in {{ }}.',
} as const;

/** A name of the user's: it shows in ids of runs. */
export const TRIGGER_NAME = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$',
  patternErrorMessage: 'A name has letters, digits, - and _, at most 60, and begins with one of the first two.',
} as const;

export const WORKFLOW = {
  type: 'string',
  minLength: 1,
  description: 'The workflow that is run: the path of its file in the folder, without .yaml.',
} as const;

/** `schedules` of `signalbox.serve.yaml`. */
export const schedulesSchema: JsonObject = {
  type: 'object',
  description: 'Workflows that are run at certain times, by a name of yours.',
  propertyNames: TRIGGER_NAME,
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['workflow', 'cron'],
    properties: {
      workflow: WORKFLOW,
      cron: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description:
          'When it is due: minute, hour, day of the month, month, day of the week, such as 0 3 * * 1-5; a sixth field in front is seconds.',
      },
      time_zone: {
        type: 'string',
        description: 'The zone of these times, such as Europe/Berlin.',
        default: 'UTC',
      },
      missed: {
        enum: ['skip', 'once', 'all'],
        description:
          'What happens at times when the server was not running: nothing, one run for all of them, or a run for each of the newest 100.',
        default: 'once',
      },
      overlap: {
        enum: ['skip', 'queue', 'start'],
        description:
          'What happens at a time when the previous run has not ended: nothing, a run after that one, or a run at the same time.',
        default: 'skip',
      },
      input: { ...TEMPLATE, description: `${TEMPLATE.description} schedule.due is the time that it is for.` },
    },
  },
};

/** What a schedule says. */
export interface ScheduleConfig {
  readonly name: string;
  readonly workflow: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly missed: 'skip' | 'once' | 'all';
  readonly overlap: 'skip' | 'queue' | 'start';
  readonly input: InputTemplate;
  readonly times: DueTimes;
}

/** What expressions of the input can read. */
export const SCHEDULE_ROOTS = ['schedule'];

/** Reads `schedules`, which fits its schema; adds to `findings` what is wrong in it all the same. */
export function readSchedules(value: Json | undefined, findings: PlacedMessage[]): readonly ScheduleConfig[] {
  return entriesOf(value).map(([name, says]) => {
    const path = ['schedules', name];
    const { cron, time_zone: timeZone = 'UTC', missed = 'once', overlap = 'skip', input } = says;
    const pattern = toText(cron ?? '');
    const zone = toText(timeZone);
    if (!isTimeZone(zone))
      findings.push({ path: [...path, 'time_zone'], message: 'is not a time zone. Write one such as Europe/Berlin.' });
    const times = readCron(pattern, isTimeZone(zone) ? zone : 'UTC');
    if (!times.ok) findings.push({ path: [...path, 'cron'], message: times.error });
    if (missed === 'all' && overlap === 'skip')
      findings.push({
        path: [...path, 'missed'],
        message: 'is all, and overlap: skip lets only the first of them run. Write overlap: queue, or start.',
      });
    findings.push(...checkTemplate(input, [...path, 'input'], SCHEDULE_ROOTS));
    return {
      name,
      workflow: toText(says['workflow'] ?? ''),
      cron: pattern,
      timeZone: zone,
      missed: missed as ScheduleConfig['missed'],
      overlap: overlap as ScheduleConfig['overlap'],
      input: readTemplate(input),
      times: times.ok ? times.value : NEVER,
    };
  });
}

/** The entries of a map of maps. */
export function entriesOf(value: Json | undefined): readonly (readonly [string, JsonObject])[] {
  if (!isJsonObject(value ?? null)) return [];
  return Object.entries(value as JsonObject).flatMap(([name, says]) =>
    isJsonObject(says) ? [[name, says] as const] : [],
  );
}

/** Where lists and ranges of hours count as fixed times, a change of the clocks neither doubles nor drops them. */
const OPTIONS: CronOptions = { paused: true, mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard' };

/** The due times of a pattern. All times are ms since the epoch. */
interface DueTimes {
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
const NEVER: DueTimes = { next: () => null, between: () => [] };

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
