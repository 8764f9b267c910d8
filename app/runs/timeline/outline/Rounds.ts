import { type ActivationView, type RunView, type TaskStatus, workedBetween } from '#engine/run';
import { toMarks } from '../../parts/toMarks.ts';
import { BarLayer } from './BarLayer.ts';
import type { BarTone, TimelineBar, TimeSpan } from './toBars.ts';
import { lastTone, toIdleBars } from './toTimelineRow.ts';

/** The rounds of one task as one row. */
export interface RoundsRow {
  /** Names it among the rows of its run. */
  readonly key: string;
  readonly taskId: string;
  /** 0 at the top level; one more inside each container. */
  readonly depth: number;
  /** Whether its rounds follow it. */
  readonly isOpen: boolean;
  readonly count: number;
  readonly failed: number;
  /** The round that it leads to: of those that failed the one that began first, else the last one. */
  readonly told: number;
  /** The worst state of all rounds. */
  readonly status: TaskStatus;
  /** When it was at work; drawn together where the part of the axis that is shown has no room for each. */
  readonly bars: readonly TimelineBar[];
  /** How long all rounds that have ended worked, in ms; null before the first. */
  readonly duration: number | null;
  /** Words for what took the place of answers of its own, in any round. */
  readonly marks: readonly string[];
  /** Whether any answer was made up by a simulation. */
  readonly isSimulated: boolean;
  /** How often the run warned at its task. */
  readonly warnings: number;
}

type RowPlace = Pick<RoundsRow, 'depth' | 'isOpen' | 'warnings'>;

/** The rounds that are under way are drawn each for itself, up to so many. */
const MOST_RUNNING = 50;

/** From the worst to the best. */
const WORST_FIRST: readonly TaskStatus[] = [
  'error',
  'retrying',
  'waiting',
  'running',
  'pending',
  'cancelled',
  'success',
  'skipped',
];

/** Activations in order, and the place of each. */
interface Order {
  readonly list: number[];
  readonly places: Map<number, number>;
}

/**
 * The activations of one task inside the same container, in order of start. Each is counted as it begins and as it ends, so that
 * the row of all costs the same whatever their number.
 */
export class Rounds {
  readonly key: string;
  /** The activation that holds them; null at the top. */
  readonly parent: number | null;
  readonly taskId: string;
  readonly #ids = new Set<number>();
  /** Those that wait for their turn, and those that have started, as long as they have not ended. */
  readonly #queued = new Set<number>();
  readonly #running = new Set<number>();
  /** All in order, with the place of each; null until one looks into it, and after one has moved. */
  #order: Order | null = null;
  readonly #layers = new Map<string, BarLayer>();
  readonly #marks = new Set<string>();
  readonly #statuses = new Set<TaskStatus>();
  #hasStarted = false;
  #isSimulated = false;
  #failed = 0;
  /** Of those that failed the one that began first, and of all the one that began last; infinite and -1 where there is none. */
  #firstFailed = Number.POSITIVE_INFINITY;
  #last = -1;
  #worked: number | null = null;
  /** When the first started and the last ended. */
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  #row: (Pick<TimeSpan, 'origin' | 'end'> & { readonly row: RoundsRow; readonly part: TimeSpan['part'] }) | null = null;

  constructor(parent: number | null, taskId: string) {
    this.parent = parent;
    this.key = `${parent ?? ''}/${taskId}`;
    this.taskId = taskId;
  }

  get count(): number {
    return this.#ids.size;
  }

  /** Whether one has started. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Takes in one that is queued or starts; one that was queued moves behind all others as it starts. False: it was there before. */
  begin(id: number, isStarted: boolean): boolean {
    const isNew = !this.#ids.has(id);
    if (!isNew && !(isStarted && this.#queued.delete(id))) return false;
    if (this.#ids.delete(id)) this.#order = null;
    this.#ids.add(id);
    (isStarted ? this.#running : this.#queued).add(id);
    if (isStarted || !this.#hasStarted) this.#last = id;
    this.#hasStarted ||= isStarted;
    this.#order?.places.set(id, this.#order.list.length);
    this.#order?.list.push(id);
    this.#row = null;
    return isNew;
  }

  /** Takes in what has become of one: that it ended, or that its answer was changed. */
  note(round: ActivationView, idle: RunView['idle']): void {
    this.#row = null;
    if (isUnreal(round)) for (const mark of toMarks({ ...round, simulated: false })) this.#marks.add(mark);
    const { activation: id, endedAt } = round;
    if (endedAt === null || !(this.#running.delete(id) || this.#queued.delete(id))) return;
    this.#end(round, endedAt, idle);
  }

  /** Takes in all that have ended. */
  noteAll({ activations, idle }: RunView): void {
    for (const id of [...this.#queued, ...this.#running]) {
      const round = activations.get(id);
      if (round?.endedAt != null) this.note(round, idle);
    }
  }

  /** All of them, in order. The list grows with the run. */
  list(): readonly number[] {
    return this.#inOrder().list;
  }

  /** The place of one, from 0; -1 where it is none of them. */
  placeOf(id: number): number {
    return this.#ids.has(id) ? (this.#inOrder().places.get(id) ?? -1) : -1;
  }

  /** The row of all; the same object where nothing changed, so that it is not drawn again. */
  toRow({ depth, isOpen, warnings }: RowPlace, frame: TimeSpan, view: RunView): RoundsRow {
    const kept = this.#row;
    const isSame =
      kept?.origin === frame.origin && kept.part === frame.part && (this.#running.size === 0 || kept.end === frame.end);
    const { key, taskId, count } = this;
    const row =
      kept !== null && isSame
        ? kept.row
        : {
            key,
            taskId,
            depth,
            isOpen,
            warnings,
            count,
            failed: this.#failed,
            told: this.#failed > 0 ? this.#firstFailed : this.#last,
            status: this.#worst(view),
            bars: this.#bars(frame, view),
            duration: this.#worked,
            marks: [...this.#marks],
            isSimulated: this.#isSimulated,
          };
    const isPlaced = row.depth === depth && row.isOpen === isOpen && row.warnings === warnings;
    const placed = isPlaced ? row : { ...row, depth, isOpen, warnings };
    this.#row = { row: placed, origin: frame.origin, end: frame.end, part: frame.part };
    return placed;
  }

  #end(round: ActivationView, endedAt: number, idle: RunView['idle']): void {
    const { activation, status, startedAt, pinned, simulated } = round;
    this.#statuses.add(status);
    if (status === 'error') {
      this.#failed += 1;
      this.#firstFailed = Math.min(this.#firstFailed, activation);
    }
    if (simulated) this.#isSimulated = true;
    // What was reused ran in another run: it has no place in the time of this one.
    if (startedAt === null || pinned === 'reused') return;
    layerOf(this.#layers, lastTone(round), isUnreal(round)).add(startedAt, endedAt);
    const worked = idle.length === 0 ? Math.max(0, endedAt - startedAt) : workedBetween(idle, startedAt, endedAt);
    this.#worked = (this.#worked ?? 0) + worked;
    this.#from = Math.min(this.#from, startedAt);
    this.#to = Math.max(this.#to, endedAt);
  }

  #worst({ activations }: RunView): TaskStatus {
    const under = this.#drawn().map((id) => activations.get(id)?.status ?? 'running');
    const all = new Set([...this.#statuses, ...under, ...(this.#queued.size > 0 ? ['pending' as const] : [])]);
    return WORST_FIRST.find((status) => all.has(status)) ?? 'pending';
  }

  /** What ended, the failures over the rest; when nothing was done; and what is under way. */
  #bars(frame: TimeSpan, { activations }: RunView): readonly TimelineBar[] {
    const running = new Map<string, BarLayer>();
    for (const id of this.#drawn()) {
      const round = activations.get(id);
      if (round?.startedAt == null) continue;
      layerOf(running, lastTone(round), false).add(round.startedAt, frame.end);
    }
    return [...draw(this.#layers, frame), ...this.#idleBars(frame), ...draw(running, frame)];
  }

  #idleBars(frame: TimeSpan): readonly TimelineBar[] {
    const { origin, part } = frame;
    const from = part === undefined ? this.#from : Math.max(this.#from, origin + part.scale.back(part.from));
    const to = part === undefined ? this.#to : Math.min(this.#to, origin + part.scale.back(part.to));
    return from <= to ? toIdleBars(from, to, frame) : [];
  }

  /** Those under way that are drawn. */
  #drawn(): readonly number[] {
    const drawn: number[] = [];
    for (const id of this.#running) if (drawn.push(id) === MOST_RUNNING) break;
    return drawn;
  }

  #inOrder(): Order {
    if (this.#order === null) {
      const list = [...this.#ids];
      this.#order = { list, places: new Map(list.map((id, place) => [id, place])) };
    }
    return this.#order;
  }
}

/** The activation that holds rounds, by their key; null at the top. */
export function parentOfRounds(key: string): number | null {
  const parent = key.slice(0, key.indexOf('/'));
  return parent === '' ? null : Number(parent);
}

/** Whether another answer took the place of its own. */
function isUnreal({ pinned, isEdited, isHurried }: ActivationView): boolean {
  return pinned !== null || isEdited || isHurried;
}

/** The layer of a look, which is made where there is none. */
function layerOf(layers: Map<string, BarLayer>, tone: BarTone, isUnreal: boolean): BarLayer {
  const key = isUnreal ? `${tone} unreal` : tone;
  const layer = layers.get(key) ?? new BarLayer(tone, isUnreal);
  layers.set(key, layer);
  return layer;
}

/** The bars of all layers; those of failures come last, and so lie over the others. */
function draw(layers: ReadonlyMap<string, BarLayer>, frame: TimeSpan): readonly TimelineBar[] {
  return [...layers.values()]
    .sort((one, other) => Number(one.tone === 'error') - Number(other.tone === 'error'))
    .flatMap((layer) => layer.bars(frame));
}
