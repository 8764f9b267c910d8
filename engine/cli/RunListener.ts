import { accessSync, closeSync, constants, openSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../base/index.ts';
import type { Vault } from '../effects/index.ts';
import { describeWriteProblem } from '../hosts/node/index.ts';
import type { Workflow } from '../model/index.ts';
import type { PausedView, Run, RunEvent } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import type { RecordOptions } from './given/RUN.ts';
import { readBeginning } from './journalFiles.ts';
import { Progress, ProgressLines } from './print/progress.ts';
import { escapeControls } from './print/terminal.ts';

type Listener = (events: readonly RunEvent[]) => void;

/** What a listener is told of the outermost run. */
interface OutermostRun {
  readonly runId: string;
  readonly workflow: Workflow;
  readonly conceal: (value: Json) => Json;
}

/** Takes the events of a run, and of all runs that it starts: as lines for a person, and as JSON lines in a file. */
export class RunListener {
  /** For the outermost run. */
  readonly own: Listener;
  readonly #lines: ProgressLines;
  /** By the id of the run, while it is under way; empty where no one watches. */
  readonly #progress = new Map<string, Progress>();
  #file: EventsFile | null = null;
  #missing: PausedView['missing'];
  #isPaused = false;

  constructor(io: CommandIo, { runId, workflow, conceal }: OutermostRun) {
    this.#lines = new ProgressLines((...parts) => io.printError(...parts));
    if (io.isErrorTerminal && !io.isJson) this.#progress.set(runId, new Progress(workflow));
    this.own = (events) => {
      this.#noteMissing(events);
      for (const { type } of events) {
        if (type === 'run.paused') this.#isPaused = true;
        if (type === 'run.resumed') this.#isPaused = false;
      }
      this.#print(runId, events);
      this.#file?.write(events, { below: null, conceal });
    };
  }

  /** For a run that another one has started. */
  readonly below = ({ program, started }: Run, { mask: conceal }: Vault): Listener => {
    const { runId = '', file = '', parent } = started ?? {};
    const around = this.#progress.get(parent?.runId ?? '');
    if (around !== undefined) this.#progress.set(runId, around.below(parent?.key ?? '', file, program.workflow));
    return (events) => {
      this.#noteMissing(events);
      this.#print(runId, events);
      this.#file?.write(events, { below: runId, conceal });
      if (events.some(({ type }) => type === 'run.finished')) this.#progress.delete(runId);
    };
  };

  /** For whether nothing is under way in the outermost run and those below it but waits. */
  readonly idle = (isIdle: boolean): void => {
    if (isIdle && !this.#isPaused && this.#progress.size > 0) this.#lines.sayWaiting();
  };

  /** Events are written to the file from now on. */
  record(file: EventsFile | null): void {
    this.#file = file;
  }

  /** What was missing last for a call, of the run or of one below it; undefined where nothing was. */
  get missing(): PausedView['missing'] {
    return this.#missing;
  }

  #noteMissing(events: readonly RunEvent[]): void {
    for (const event of events) if (event.type === 'run.paused') this.#missing = event.missing ?? this.#missing;
  }

  #print(runId: string, events: readonly RunEvent[]): void {
    const progress = this.#progress.get(runId);
    if (progress === undefined) return;
    for (const event of events) this.#lines.print(...progress.format(event));
  }
}

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
interface EventSource {
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
