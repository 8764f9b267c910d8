import { noDigest, type Replayed, replay, TrackedRun } from '../../driver/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { Effect, RunEvent, RunInput } from '../../run/index.ts';
import { fingerprintOf } from '../cassette/fingerprintOf.ts';
import { Renames, renameInput, renameStart } from '../cassette/Renames.ts';
import { renameEvents } from './renameEvents.ts';

/** Where a past ceases to be that of another text. */
export interface PastDifference {
  /** The first step that differs, by its id in the new text, or in the old one where the new one has it no more; null: of the run itself. */
  readonly taskId: string | null;
}

/** What a machine made of an input. */
type Answered = Pick<Replayed, 'events' | 'effects'>;

const NOTHING: Answered = { events: [], effects: [] };

/**
 * The past of a run next to what it would have been with another text: both machines get the same inputs, one after the other, until
 * one does something else. Patterns must be loaded.
 */
export class PastComparison {
  readonly #renames: Renames;
  readonly #before: TrackedRun;
  readonly #after: TrackedRun;
  #runId = '';
  #inputs = 0;
  #seq = 0;
  #difference: PastDifference | null = null;

  constructor(before: Workflow, after: Workflow) {
    this.#renames = new Renames(before, after);
    this.#before = TrackedRun.begin(before, noDigest);
    this.#after = TrackedRun.begin(after, noDigest);
  }

  /** How many inputs were taken: the last one may have made the difference, and is one of both. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Number of the last event that is the same. */
  get seq(): number {
    return this.#seq;
  }

  /** Null while all is the same. */
  get difference(): PastDifference | null {
    return this.#difference;
  }

  /** An input as the new text takes it. */
  toInput(input: RunInput): RunInput {
    if (input.type === 'run.started') return renameStart(input, this.#renames);
    return { ...renameInput(input, this.#renames), at: input.at };
  }

  /** Gives both the next input, up to the event `until`; false where that is reached, or one does something else. */
  take(input: RunInput, until: number): boolean {
    if (this.#difference !== null || this.#seq >= until) return false;
    if (input.type === 'run.started') this.#runId = input.runId;
    this.#inputs += 1;
    const before = feed(this.#before, input);
    const after = this.#feedNew(this.toInput(input));
    const events = renameEvents(after.events, this.#renames);
    const old = renameEvents(before.events, this.#renames);
    const at = events.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(old[index]));
    const same = at === -1 ? Math.min(events.length, old.length) : at;
    this.#seq = old[same - 1]?.seq ?? this.#seq;
    if (same < old.length || same < events.length) {
      this.#difference = { taskId: taskOf(after.events[same]) ?? taskOf(before.events[same]) };
      return false;
    }
    const asked = this.#differentCall(before.effects, after.effects);
    if (asked !== null) this.#difference = { taskId: asked };
    return this.#difference === null && this.#seq < until;
  }

  /** What a text makes of an input that cannot be its own: nothing. */
  #feedNew(input: RunInput): Answered {
    try {
      return feed(this.#after, input);
    } catch {
      return NOTHING;
    }
  }

  /** The task that asks for something else; null where none does. */
  #differentCall(before: readonly Effect[], after: readonly Effect[]): string | null {
    for (const [index, effect] of after.entries()) {
      const old = before[index];
      if (old === undefined || old.type !== effect.type) return 'taskId' in effect ? effect.taskId : null;
      if (!('taskId' in effect) || !('taskId' in old)) continue;
      const now = this.#renames.inText(fingerprintOf(effect, this.#runId));
      if (now !== this.#renames.inText(fingerprintOf(old, this.#runId))) return effect.taskId;
    }
    return null;
  }
}

function feed(tracked: TrackedRun, input: RunInput): Answered {
  return replay(tracked, [input]).next().value ?? NOTHING;
}

function taskOf(event: RunEvent | undefined): string | null {
  return event !== undefined && 'taskId' in event ? event.taskId : null;
}
