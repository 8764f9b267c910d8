import type { Clock } from '../platform/clock.ts';
import type { EventBatch, RunControl } from './protocol.ts';

/** What the workers of one browser say to each other about runs. */
export type ChannelMessage =
  | { readonly type: 'watch'; readonly runId: string }
  | { readonly type: 'watched'; readonly runId: string }
  | { readonly type: 'started'; readonly runId: string }
  | { readonly type: 'events'; readonly batch: EventBatch }
  | { readonly type: 'control'; readonly runId: string; readonly control: RunControl };

/** A way to all other workers of this browser; what one posts, it does not hear itself. */
export interface ChannelPort {
  readonly post: (message: ChannelMessage) => void;
  readonly listen: (listener: (message: ChannelMessage) => void) => void;
}

/** What a worker does when others ask about its runs. */
export interface ChannelHost {
  /** Makes what happened so far durable; false for a run that is not executed here. */
  readonly flush: (runId: string) => Promise<boolean>;
  readonly control: (runId: string, control: RunControl) => void;
  /** Another worker executes a new run: this one may go on with it when that is gone. */
  readonly succeed: (runId: string) => void;
  readonly receive: (batch: EventBatch) => void;
}

/** How long a tab that executes a run may take to answer, in ms: a frozen one never does. */
const PATIENCE = 1_000;

/** Lets a tab watch a run that another one executes, and tell it something. */
export class RunChannel {
  readonly #port: ChannelPort;
  readonly #clock: Clock;
  readonly #host: ChannelHost;
  /** Runs of this worker that others watch, and runs of others that are watched here. */
  readonly #shown = new Set<string>();
  readonly #watched = new Set<string>();
  readonly #answers = new Map<string, () => void>();

  constructor(port: ChannelPort, clock: Clock, host: ChannelHost) {
    this.#port = port;
    this.#clock = clock;
    this.#host = host;
    port.listen((message) => this.#hear(message));
  }

  /** Asks for the events of a run that another tab executes. Settles once all before them are durable, or it is silent. */
  watch(runId: string): Promise<void> {
    this.#watched.add(runId);
    return new Promise((resolve) => {
      const settle = (): void => {
        stop();
        this.#answers.delete(runId);
        resolve();
      };
      const stop = this.#clock.setTimer(PATIENCE, settle);
      this.#answers.set(runId, settle);
      this.#port.post({ type: 'watch', runId });
    });
  }

  /** Tells all that a new run is executed here. */
  announce(runId: string): void {
    this.#port.post({ type: 'started', runId });
  }

  /** Tells those who watch a run of this worker what happened. */
  show(batch: EventBatch): void {
    if (!this.#shown.has(batch.runId)) return;
    this.#port.post({ type: 'events', batch });
    if (batch.events.at(-1)?.type === 'run.finished') this.#shown.delete(batch.runId);
  }

  /** Tells a run that another tab executes something. */
  control(runId: string, control: RunControl): void {
    this.#port.post({ type: 'control', runId, control });
  }

  #hear(message: ChannelMessage): void {
    switch (message.type) {
      case 'watch':
        void this.#answer(message.runId);
        return;
      case 'watched':
        this.#answers.get(message.runId)?.();
        return;
      case 'started':
        this.#host.succeed(message.runId);
        return;
      case 'events':
        if (this.#watched.has(message.batch.runId)) this.#host.receive(message.batch);
        return;
      case 'control':
        this.#host.control(message.runId, message.control);
    }
  }

  async #answer(runId: string): Promise<void> {
    // From now on: what comes while it is written is in no record yet.
    const isNew = !this.#shown.has(runId);
    this.#shown.add(runId);
    if (await this.#host.flush(runId)) this.#port.post({ type: 'watched', runId });
    else if (isNew) this.#shown.delete(runId);
  }
}

/** The channel of this browser, where it has one. */
export function createChannelPort(): ChannelPort {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, listen: () => {} };
  const channel = new BroadcastChannel('signalbox-runs');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin and takes none.
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => listener(data)),
  };
}
