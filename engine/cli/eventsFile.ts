import { accessSync, closeSync, constants, openSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../base/index.ts';
import { describeWriteProblem } from '../hosts/node/index.ts';
import type { RunEvent } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import type { RecordOptions } from './given/RunCommand.ts';
import { readBeginning } from './journalFiles.ts';
import { escapeControls } from './print/terminal.ts';

/** How a file of events begins: with the first event of a run. */
const FIRST_EVENT = '{"seq":0,"at":';

/** Why the file of `--events` may not be written; null where it may, or none is named. Nothing is written yet. */
export function explainEvents(io: CommandIo, { events, journal, force }: RecordOptions): string | null {
  if (events === null) return null;
  const file = path.resolve(io.folder, events);
  if (journal !== null && file === path.resolve(io.folder, journal))
    return '--events and --journal name the same file. Give each its own.';
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    accessSync(found === undefined ? path.dirname(file) : file, constants.W_OK);
    if (found?.isDirectory()) return `--events ${events}: This is a folder; give a file.`;
    // Devices and pipes hold nothing that would be written over.
    if (found === undefined || force || !found.isFile()) return null;
    if (found.size === 0 || readBeginning(file).startsWith(FIRST_EVENT)) return null;
    return `--events ${events}: This file does not hold events of a run and is not written over. Name another file, or replace it by --force.`;
  } catch (error) {
    return `--events ${events}: ${describeWriteProblem(error)}`;
  }
}

/** Whose events they are. */
export interface EventSource {
  /** The id of a run that another one has started; null: of the run itself. */
  readonly below: string | null;
  readonly conceal: (value: Json) => Json;
}

/** A file that events are written to as JSON lines. */
export interface EventsFile {
  readonly write: (events: readonly RunEvent[], source: EventSource) => void;
  readonly close: () => void;
}

/** Opens the file of `--events`, in place of the events of an earlier run; null where none is named. Throws what the system says. */
export function openEvents(io: CommandIo, name: RecordOptions['events']): EventsFile | null {
  if (name === null) return null;
  const handle = openSync(path.resolve(io.folder, name), 'w');
  return {
    write: (events, source) => {
      if (events.length > 0) writeFileSync(handle, events.map((event) => toLine(event, source)).join(''));
    },
    close: () => closeSync(handle),
  };
}

function toLine(event: RunEvent, { below, conceal }: EventSource): string {
  const { seq, at, ...rest } = event;
  // An event is plain data.
  const named = below === null ? event : { seq, at, runId: below, ...rest };
  return `${escapeControls(JSON.stringify(conceal(named as unknown as Json)))}\n`;
}
