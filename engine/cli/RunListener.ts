import type { Json } from '../base/index.ts';
import type { Vault } from '../effects/index.ts';
import type { Workflow } from '../model/index.ts';
import type { PausedView, Run, RunEvent } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import type { EventsFile } from './eventsFile.ts';
import type { OutputOptions } from './given/RunCommand.ts';
import { ProgressLines } from './print/ProgressLines.ts';
import { Progress } from './print/progress.ts';

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

  constructor(io: CommandIo, { isJson }: OutputOptions, { runId, workflow, conceal }: OutermostRun) {
    this.#lines = new ProgressLines((...parts) => io.printError(...parts));
    if (io.isErrorTerminal && !isJson) this.#progress.set(runId, new Progress(workflow));
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
