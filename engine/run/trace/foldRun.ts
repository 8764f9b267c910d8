import { SharedMap } from '../../base/index.ts';
import { formatEdgeId } from '../../graph/index.ts';
import {
  type ActivationEvent,
  applyToActivation,
  cutOff,
  type EventOf,
  type OpenActivation,
  usageBefore,
} from './applyToActivation.ts';
import { addIdle } from './idle.ts';
import type { RunEvent } from './RunEvent.ts';
import type { ActivationView, EffectView, RunView } from './RunView.ts';
import { replaceUsage } from './toUsage.ts';

/** The view of a run that has not begun: `runId` is null. */
export const EMPTY_VIEW: RunView = {
  runId: null,
  status: 'running',
  simulate: false,
  startedAt: null,
  endedAt: null,
  input: null,
  output: null,
  error: null,
  tasks: new SharedMap(),
  activations: new SharedMap(),
  edges: new SharedMap(),
  warnings: [],
  eventCount: 0,
  paused: null,
  idle: [],
};

/**
 * Adds events to a view and gives a new view; the old one stays as it was. The same events in any batches give the
 * same view. Events of activations that never began are ignored. The cost is that of
 * the events, not of the view: the new view shares all that they do not change with the old one.
 */
export function foldRun(view: RunView, events: readonly RunEvent[]): RunView {
  if (events.length === 0) return view;
  const draft = new ViewDraft(view);
  for (const event of events) draft.add(event);
  return draft.finish();
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A view being folded: copies what it changes once, then writes in place. Lives for one batch of events. */
class ViewDraft {
  readonly #view: Mutable<RunView>;
  readonly #activations: SharedMap<number, ActivationView>;
  readonly #tasks: SharedMap<string, ActivationView>;
  readonly #open = new Map<number, OpenActivation>();
  #edges: SharedMap<string, number> | null = null;
  #warnings: RunView['warnings'][number][] | null = null;

  constructor(view: RunView) {
    this.#view = { ...view };
    this.#activations = SharedMap.copy(view.activations);
    this.#tasks = SharedMap.copy(view.tasks);
  }

  add(event: RunEvent): void {
    this.#view.eventCount += 1;
    this.#view.idle = addIdle(this.#view.idle, event);
    switch (event.type) {
      case 'run.started':
        this.#view.runId = event.runId;
        this.#view.status = 'running';
        this.#view.simulate = event.simulate;
        this.#view.input = event.input;
        this.#view.startedAt = event.at;
        return;
      case 'run.paused':
        this.#view.paused = {
          reason: event.reason,
          breakpoint: event.breakpoint,
          next: event.next,
          ...(event.child === undefined ? {} : { child: event.child }),
          ...(event.failed === undefined ? {} : { failed: event.failed }),
          ...(event.missing === undefined ? {} : { missing: event.missing }),
        };
        if (event.failed !== undefined) this.#holdFailure(event.failed);
        return;
      case 'run.resumed':
        this.#view.paused = null;
        return;
      case 'run.interrupted':
        for (const call of event.calls) {
          const activation = this.#touch(call.activation);
          if (activation !== null) cutOff(activation, event, call);
        }
        return;
      case 'time.passed':
        this.#view.passed = (this.#view.passed ?? 0) + event.by;
        if (event.step !== null) this.#hurry(event.step);
        return;
      case 'run.finished':
        this.#view.paused = null;
        this.#view.status = event.status;
        this.#view.output = event.output;
        this.#view.error = event.error;
        this.#view.endedAt = event.at;
        return;
      case 'edge.taken':
        this.#takeEdge(formatEdgeId(event.taskId, event.via, event.target));
        return;
      case 'warning':
        this.#warnings ??= [...this.#view.warnings];
        this.#warnings.push({ taskId: event.taskId, code: event.code, message: event.message, path: event.path });
        return;
      case 'handler.fired':
      case 'signal.refused':
      case 'breakpoint.logged':
        return;
      case 'task.queued':
      case 'task.started':
        this.#begin(event);
        return;
      case 'task.reused':
        this.#reuse(event);
        return;
      default:
        this.#addToActivation(event);
    }
  }

  finish(): RunView {
    for (const [id, activation] of this.#open) {
      this.#activations.set(id, activation);
      if (this.#tasks.get(activation.taskId)?.activation === id) this.#tasks.set(activation.taskId, activation);
    }
    this.#view.activations = this.#activations;
    this.#view.tasks = this.#tasks;
    if (this.#edges !== null) this.#view.edges = this.#edges;
    if (this.#warnings !== null) this.#view.warnings = this.#warnings;
    return this.#view;
  }

  #holdFailure({ activation, error }: NonNullable<EventOf<'run.paused'>['failed']>): void {
    const held = this.#touch(activation);
    if (held !== null) held.error = error;
  }

  #hurry({ activation: id }: NonNullable<EventOf<'time.passed'>['step']>): void {
    const activation = this.#touch(id);
    if (activation !== null) activation.isHurried = true;
  }

  #takeEdge(id: string): void {
    this.#edges ??= SharedMap.copy(this.#view.edges);
    this.#edges.set(id, (this.#edges.get(id) ?? 0) + 1);
  }

  #begin(event: EventOf<'task.queued' | 'task.started'>): void {
    const activation = this.#touch(event.activation) ?? this.#create(event);
    if (event.type === 'task.queued') return;
    activation.status = 'running';
    activation.input = event.input;
    activation.startedAt = event.at;
    // The rows of the timeline are in order of start.
    this.#activations.delete(event.activation);
    this.#activations.set(event.activation, activation);
    // A card shows the activation that started last, not one that is queued.
    this.#tasks.set(event.taskId, activation);
  }

  #reuse(event: EventOf<'task.reused'>): void {
    const { taskId, activation: id, status, input, output, error, startedAt, endedAt, retryCount } = event;
    const activation = this.#create({ taskId, activation: id, parent: null, operation: null });
    Object.assign(activation, { status, input, output, error, startedAt, endedAt, retryCount, pinned: 'reused' });
  }

  #create(event: Pick<EventOf<'task.queued'>, 'taskId' | 'activation' | 'parent' | 'operation'>): OpenActivation {
    const activation: OpenActivation = {
      taskId: event.taskId,
      activation: event.activation,
      parent: event.parent,
      operation: event.operation,
      status: 'pending',
      input: null,
      output: null,
      error: null,
      startedAt: null,
      endedAt: null,
      retryCount: 0,
      until: null,
      attempts: [],
      effects: [],
      progress: null,
      simulated: false,
      pinned: null,
      isEdited: false,
      isHurried: false,
    };
    this.#open.set(event.activation, activation);
    this.#activations.set(event.activation, activation);
    const shown = this.#tasks.get(event.taskId);
    if (shown === undefined || shown.endedAt !== null) this.#tasks.set(event.taskId, activation);
    return activation;
  }

  #touch(id: number): OpenActivation | null {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const found = this.#activations.get(id);
    if (found === undefined) return null;
    const copy = { ...found, attempts: [...found.attempts], effects: [...found.effects] };
    this.#open.set(id, copy);
    return copy;
  }

  #addToActivation(event: ActivationEvent): void {
    const activation = this.#touch(event.activation);
    if (activation === null) return;
    if (event.type !== 'effect.completed' && event.type !== 'child.reported') {
      applyToActivation(activation, event);
      return;
    }
    const before = usageBefore(effectOf(activation, event.key), event);
    applyToActivation(activation, event);
    const after = effectOf(activation, event.key)?.usage;
    if (after !== undefined && after !== before) this.#view.usage = replaceUsage(this.#view.usage, before, after);
  }
}

function effectOf({ effects }: OpenActivation, key: string): EffectView | undefined {
  return effects.findLast((effect) => effect.key === key);
}
