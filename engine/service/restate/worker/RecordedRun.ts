import type { ObjectContext } from '@restatedev/restate-sdk';
import { type TrackedRun, takeCheckpoint } from '../../../driver/index.ts';
import { isCheckpointDue, writeHostState } from '../../../hosts/node/index.ts';
import {
  foldRun,
  forgetEnded,
  isLacking,
  listSignalWaits,
  type Run,
  type RunEvent,
  type RunInput,
  type RunView,
} from '../../../run/index.ts';
import { explainPaused } from '../../common/controls.ts';
import { NO_FIGURES, toFigures } from '../../heads.ts';
import type { RunEnd, RunRow, RunWaits, StoredRun } from '../messages.ts';
import { asText, setState } from './context.ts';
import type { LoadedState } from './loadRun.ts';

/** Most characters of the journal that are kept before they are written. */
const MOST_UNSAVED = 4 * 1024 * 1024;

/** What is written with the inputs of a run. */
export interface SavedDetails {
  readonly held: readonly string[];
  readonly asked: readonly string[];
  /** Nothing is under way: the run waits. */
  readonly isIdle: boolean;
  /** How many runs that it has started have not ended: it ends after them. */
  readonly below: number;
  /** How many calls of it, which others make, can be aborted. */
  readonly long: number;
}

/** The state of a run in one of its invocations: the view of it, and the inputs that are not written yet. */
export class RecordedRun {
  readonly tracked: TrackedRun;
  readonly #ctx: ObjectContext;
  readonly #sources: string;
  #row: RunRow;
  #view: RunView;
  /** Events that are not in the view yet. */
  #events: RunEvent[] = [];
  #unsaved: string[] = [];
  #unsavedSize = 0;
  #hasWaits: boolean;
  #since: { inputs: number; events: number; size: number };

  constructor(ctx: ObjectContext, { restored, view, row, sources }: LoadedState) {
    this.#ctx = ctx;
    this.tracked = restored.tracked;
    this.#view = view;
    this.#row = row;
    this.#sources = sources;
    this.#hasWaits = row.status === 'waiting';
    const { inputs, events } = restored;
    this.#since = { inputs: inputs.length, events: events.length, size: 0 };
  }

  /** What is known of it by its events. */
  get view(): RunView {
    if (this.#events.length > 0) this.#view = forgetEnded(foldRun(this.#view, this.#events));
    this.#events = [];
    return this.#view;
  }

  /** Also of a run that has only begun: its first call may take long, and others see that it runs, and cancel it. */
  get hasUnsaved(): boolean {
    return this.tracked.inputs > this.#row.inputs;
  }

  /** More is unsaved than should wait for the next time. */
  get isFull(): boolean {
    return this.#unsavedSize > MOST_UNSAVED;
  }

  /** Takes an input that was fed, and what happened. */
  note(input: RunInput, events: readonly RunEvent[]): void {
    this.#events.push(...events);
    // The first input is in the head.
    if (input.type !== 'run.started') {
      const text = JSON.stringify(input);
      this.#unsaved.push(text);
      this.#unsavedSize += text.length;
    }
    this.#since.inputs += 1;
    this.#since.events += events.length;
  }

  /** Writes the inputs since the last time, what lists show of the run, and a checkpoint where one is due. */
  save(details: SavedDetails): void {
    const { tracked } = this;
    const { proof } = tracked;
    const { held, asked, isIdle, below, long } = details;
    const isOver = tracked.isFinished && below === 0;
    const chunks = this.#saveChunk();
    const before = this.#row.checkpoint;
    const checkpoint = isOver ? null : this.#saveCheckpoint(isIdle, chunks);
    const shown = describeStatus(this.view, isIdle);
    const status = tracked.isFinished && !isOver ? ({ ...shown, status: 'running', endedAt: null } as const) : shown;
    const counts = { inputs: proof.inputs, events: proof.events, chunks, checkpoint };
    const figures = isOver ? toFigures(this.view) : NO_FIGURES;
    const { blocked: _, ...last } = this.#row;
    const block = describeBlock(this.view, tracked.run);
    this.#row = { ...last, ...status, ...block, ...counts, ...figures, held, asked, below, long };
    setState(this.#ctx, 'row', this.#row);
    this.#saveWaits();
    if (!isOver) return;
    setState(this.#ctx, 'end', this.#end);
    if (before !== null) this.#ctx.clear('checkpoint');
  }

  /** As it was written last; null: it has not ended. */
  get stored(): StoredRun | null {
    return this.#row.endedAt === null ? null : { row: this.#row, end: this.#end };
  }

  get #end(): RunEnd {
    const { output, error } = this.view;
    return { output, error };
  }

  #saveChunk(): number {
    const { chunks } = this.#row;
    if (this.#unsaved.length === 0) return chunks;
    const text = `{"inputs":[${this.#unsaved.join(',')}],"proof":${JSON.stringify(this.tracked.proof)}}`;
    this.#ctx.set(`chunk.${chunks}`, text, asText);
    this.#since.size += this.#unsavedSize;
    this.#unsaved = [];
    this.#unsavedSize = 0;
    return chunks + 1;
  }

  #saveCheckpoint(isIdle: boolean, chunks: number): RunRow['checkpoint'] {
    const last = this.#row.checkpoint;
    if (this.tracked.isFinished) return last;
    if (!isCheckpointDue(this.#since, last?.size ?? 0, isIdle)) return last;
    const text = takeCheckpoint(this.tracked, this.#sources, writeHostState({ view: this.view, budget: {} }));
    this.#ctx.set('checkpoint', text, asText);
    this.#since = { inputs: 0, events: 0, size: 0 };
    return { chunks, size: text.length };
  }

  #saveWaits(): void {
    const waits = this.tracked.isFinished ? [] : listWaits(this.tracked.run);
    if (waits.length > 0) setState(this.#ctx, 'waits', waits);
    else if (this.#hasWaits) this.#ctx.clear('waits');
    this.#hasWaits = waits.length > 0;
  }
}

/** What lists show of a run. `isIdle`: nothing is under way. */
function describeStatus(
  { status, paused, startedAt, endedAt }: RunView,
  isIdle: boolean,
): Pick<RunRow, 'status' | 'startedAt' | 'endedAt' | 'paused'> {
  const current = paused !== null ? 'paused' : isIdle ? 'waiting' : 'running';
  const words = paused === null ? null : explainPaused(paused, []);
  return { status: status === 'running' ? current : status, startedAt, endedAt, paused: words };
}

/** What a run is blocked by; nothing where it is not. */
function describeBlock({ paused }: RunView, run: Run): Pick<RunRow, 'blocked'> {
  if (paused?.reason === 'child' && isLacking(run)) return { blocked: 'child' };
  if (paused?.missing === undefined) return {};
  const { taskId: _task, activation: _activation, message: _message, ...blocked } = paused.missing;
  return { blocked };
}

/** The signals that tasks of a run wait for, as its state has them. */
function listWaits(run: Run): RunWaits {
  return listSignalWaits(run).map(({ taskId: task, ...wait }) => ({ task, ...wait }));
}
