import { err, type Json, ok, type Result } from '../base/index.ts';
import type { RunEvent } from '../run/index.ts';
import {
  BOOLEAN,
  described,
  describeMisfit,
  INTEGER,
  list,
  type MessageShape,
  readAs,
  record,
} from './MessageShape.ts';
import { RUN_EVENT } from './runEvents.ts';

/** An event with its place among those of its run, from 1 on. */
export interface PlacedEvent {
  readonly position: number;
  readonly event: RunEvent;
}

/** Events of a run from one on. */
export interface EventPage {
  readonly events: readonly PlacedEvent[];
  /** What to ask for with `after` next. */
  readonly next: number;
  /** True: the run has ended, and no event follows these. */
  readonly ended: boolean;
}

/** One event with its place; also the data of each server-sent event. */
export const PLACED_EVENT = record<PlacedEvent>({
  position: described(INTEGER, 'Its place among the events of the run, from 1 on'),
  event: RUN_EVENT,
});

export const EVENT_PAGE = record<EventPage>({
  events: list(PLACED_EVENT),
  next: described(INTEGER, 'What to ask for with `after` next'),
  ended: described(BOOLEAN, 'True: the run has ended, and no event follows these'),
});

/** Reads what a server answers of the events of a run. The error says in words which of them cannot be read, and why. */
export function readEventPage(answer: Json): Result<EventPage, string> {
  return readSent(EVENT_PAGE, answer);
}

/** Reads the data of a server-sent event. The error says in words why it cannot be read. */
export function readPlacedEvent(data: Json): Result<PlacedEvent, string> {
  return readSent(PLACED_EVENT, data);
}

function readSent<T>(shape: MessageShape<T>, message: Json): Result<T, string> {
  const read = readAs(shape, message);
  if (read.ok) return ok(read.value);
  const problem = describeMisfit(read.error, 'the message');
  return err(
    `What the server sends of this run cannot be read: ${problem}. Is the server a newer version of Signalbox?`,
  );
}
