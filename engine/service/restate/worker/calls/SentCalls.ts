import type { ObjectContext } from '@restatedev/restate-sdk';
import type { Call } from '../../../../run/index.ts';
import { CALLS } from '../../handlers.ts';
import type { ChildFrame, LongCall } from '../../messages.ts';
import { send, setState } from '../context.ts';
import type { LoadedState } from '../loadRun.ts';

/** The calls of a run that other invocations make. */
export class SentCalls {
  readonly #ctx: ObjectContext;
  readonly #loaded: LoadedState;
  readonly #keys = new Set<string>();
  /** Awakeables that abort them, of those that have told, by key. */
  readonly #aborts: Map<string, string>;
  #isSaved = true;

  constructor(ctx: ObjectContext, loaded: LoadedState) {
    const { long } = loaded;
    this.#ctx = ctx;
    this.#loaded = loaded;
    this.#aborts = new Map(long.map(({ key, abort }) => [key, abort]));
  }

  get size(): number {
    return this.#keys.size;
  }

  /** How many of them can be aborted. */
  get longCount(): number {
    return this.#aborts.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** It was sent by an invocation before. */
  add(key: string): void {
    this.#keys.add(key);
  }

  /** Has another invocation make a call; what became of it comes by mail. */
  send(call: Call, frame: ChildFrame): void {
    const { head, around, restored } = this.#loaded;
    // Of this attempt's calls, those count whose outcome is recorded: another attempt sends the same.
    const exposed = [...new Set([...around.exposed, ...restored.tracked.exposed])];
    const { start, salt } = head;
    this.end(call.key);
    this.#keys.add(call.key);
    const { secrets } = around;
    send(this.#ctx, CALLS.perform, [null, { runId: start.runId, call, salt, secrets, exposed, frame }]);
  }

  /** What became of it is known. */
  end(key: string): void {
    this.#keys.delete(key);
    if (this.#aborts.delete(key)) this.#isSaved = false;
  }

  /** No one waits for it any more. One that has not told yet is aborted as soon as it does. */
  abort(key: string): void {
    const abort = this.#aborts.get(key);
    if (abort !== undefined) this.#ctx.resolveAwakeable(abort, null);
    this.end(key);
  }

  /** A call that lasts tells what aborts it. */
  hear({ key, abort }: LongCall): void {
    if (this.#keys.has(key)) {
      this.#aborts.set(key, abort);
      this.#isSaved = false;
    } else this.#ctx.resolveAwakeable(abort, null);
  }

  /** Writes what aborts them, where that has changed. */
  save(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    const long: readonly LongCall[] = [...this.#aborts].map(([key, abort]) => ({ key, abort }));
    if (long.length === 0) this.#ctx.clear('long');
    else setState(this.#ctx, 'long', long);
  }
}
