import { isJsonObject, type Json, type JsonObject, toText } from '../base/index.ts';
import { type DueTimes, isTimeZone, NEVER, readCron } from './cron.ts';
import { checkTemplate, type InputTemplate, readTemplate } from './inputTemplate.ts';
import type { PlacedMessage } from './PlacedMessage.ts';

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
