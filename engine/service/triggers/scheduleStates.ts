import {
  BOOLEAN,
  INTEGER,
  list,
  type MessageOf,
  mapOf,
  maybe,
  NUMBER,
  optional,
  recordOf,
  TEXT,
} from '../../wire/index.ts';

const STATE = recordOf({
  /** What it was: with another pattern or zone it begins again. */
  cron: TEXT,
  time_zone: TEXT,
  /** What is due until here was decided about. */
  seen: NUMBER,
  /** The run that it started last; null: none yet. */
  last: maybe(TEXT),
  /** Due times whose runs wait for the end of that one. */
  queued: list(NUMBER),
  /** True: somebody has paused it, and it starts nothing by itself. Absent: of an earlier version. */
  paused: optional(BOOLEAN),
});

/** How far a schedule has come. Times are ms since the epoch. */
export type ScheduleState = MessageOf<typeof STATE>;

/** How far each schedule has come, by name. */
export type ScheduleStates = MessageOf<typeof SCHEDULES.shape>;

/** The file of them, as it is checked when it is read, and what to do where it does not fit. */
export const SCHEDULES = {
  shape: recordOf({ version: optional(INTEGER), schedules: mapOf(STATE) }),
  advice: 'Delete it: schedules then count from now and catch up on nothing.',
};
