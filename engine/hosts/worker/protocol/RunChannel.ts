import type { Clock } from '../platform/clock.ts';
import type { EventBatch } from './EventBatch.ts';
import type { RunControl } from './RunControl.ts';
import type { RunWait } from './RunSummary.ts';

type ToldWaits = readonly (readonly [runId: string, wait: RunWait])[];

/** Messages between the workers of one browser about runs. */
export type ChannelMessage =
  | { readonly type: 'watch'; readonly runId: string }
  | { readonly type: 'watched'; readonly runId: string }
  | { readonly type: 'started'; readonly runId: string }
  | { readonly type: 'events'; readonly batch: EventBatch }
  | { readonly type: 'waits.asked'; readonly runIds: readonly string[] }
  | { readonly type: 'waits.told'; readonly waits: ToldWaits }
  | { readonly type: 'control'; readonly runId: string; readonly control: RunControl };

/** A broadcast channel to all other workers of this browser; a worker does not receive its own messages. */
export interface ChannelPort {
  readonly post: (message: ChannelMessage) => void;
  readonly listen: (listener: (message: ChannelMessage) => void) => void;
}

/** How a worker handles messages about runs. */
export interface ChannelHost {
  /** Makes all inputs of a run so far durable; false for a run that is not executed here. */
  readonly flush: (runId: string) => Promise<boolean>;
  readonly control: (runId: string, control: RunControl) => void;
  /** Another worker executes a new run: this worker may resume it when that one ends. */
  readonly onStarted: (runId: string) => void;
  readonly receive: (batch: EventBatch) => void;
  /** What a run waits for; undefined for one that is not executed here. */
  readonly waitOf: (runId: string) => RunWait | undefined;
}

/** How long the tab that executes a run may take to answer, in ms: a frozen one never does. */
const ANSWER_TIMEOUT = 1_000;

/** How long tabs may take to say what their runs wait for, in ms: a list of runs does not wait longer for it. */
const WAITS_TIMEOUT = 300;

/** Lets a tab watch and control a run that another tab executes. */
export class RunChannel {
  readonly #port: ChannelPort;
  readonly #clock: Clock;
  readonly #host: ChannelHost;
  /** Runs of this worker that others watch. */
  readonly #published = new Set<string>();
  /** Runs of other workers that are watched here. */
  readonly #watched = new Set<string>();
  readonly #answers = new Map<string, () => void>();
  /** Called with what other workers say of their runs. */
  readonly #askers = new Set<(waits: ToldWaits) => void>();

  constructor(port: ChannelPort, clock: Clock, host: ChannelHost) {
    this.#port = port;
    this.#clock = clock;
    this.#host = host;
    port.listen((message) => this.#receive(message));
  }

  /** Subscribes to the events of a run that another tab executes. Resolves once all earlier ones are durable, or after a timeout. */
  watch(runId: string): Promise<void> {
    this.#watched.add(runId);
    return new Promise((resolve) => {
      const settle = (): void => {
        stop();
        this.#answers.delete(runId);
        resolve();
      };
      const stop = this.#clock.setTimer(ANSWER_TIMEOUT, settle);
      this.#answers.set(runId, settle);
      this.#port.post({ type: 'watch', runId });
    });
  }

  /** What runs of other tabs wait for, by run. A tab that does not answer in time says nothing. */
  askWaits(runIds: readonly string[]): Promise<ReadonlyMap<string, RunWait>> {
    const waits = new Map<string, RunWait>();
    return new Promise((resolve) => {
      const settle = (): void => {
        stop();
        this.#askers.delete(take);
        resolve(waits);
      };
      const take = (told: ToldWaits): void => {
        for (const [runId, wait] of told) if (runIds.includes(runId)) waits.set(runId, wait);
        if (waits.size === runIds.length) settle();
      };
      const stop = this.#clock.setTimer(WAITS_TIMEOUT, settle);
      this.#askers.add(take);
      this.#port.post({ type: 'waits.asked', runIds });
    });
  }

  /** Announces a new run that is executed here. */
  announce(runId: string): void {
    this.#port.post({ type: 'started', runId });
  }

  /** Sends a batch of a run of this worker to the tabs that watch it. */
  publish(batch: EventBatch): void {
    if (!this.#published.has(batch.runId)) return;
    this.#port.post({ type: 'events', batch });
    if (batch.events.at(-1)?.type === 'run.finished') this.#published.delete(batch.runId);
  }

  /** Sends an input to a run that another tab executes. */
  control(runId: string, control: RunControl): void {
    this.#port.post({ type: 'control', runId, control });
  }

  #receive(message: ChannelMessage): void {
    switch (message.type) {
      case 'watch':
        void this.#answer(message.runId);
        return;
      case 'watched':
        this.#answers.get(message.runId)?.();
        return;
      case 'started':
        this.#host.onStarted(message.runId);
        return;
      case 'events':
        if (this.#watched.has(message.batch.runId)) this.#host.receive(message.batch);
        return;
      case 'waits.asked':
        this.#tellWaits(message.runIds);
        return;
      case 'waits.told':
        for (const take of this.#askers) take(message.waits);
        return;
      case 'control':
        this.#host.control(message.runId, message.control);
    }
  }

  #tellWaits(runIds: readonly string[]): void {
    const waits = runIds.flatMap((runId) => {
      const wait = this.#host.waitOf(runId);
      return wait === undefined ? [] : [[runId, wait] as const];
    });
    if (waits.length > 0) this.#port.post({ type: 'waits.told', waits });
  }

  async #answer(runId: string): Promise<void> {
    // Published before the flush: events during it are not in the record that the watcher reads.
    const isNew = !this.#published.has(runId);
    this.#published.add(runId);
    if (await this.#host.flush(runId)) this.#port.post({ type: 'watched', runId });
    else if (isNew) this.#published.delete(runId);
  }
}

/** The channel of this browser; one that does nothing where there is none, or site data is blocked: Firefox then throws. */
export function createChannelPort(): ChannelPort {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel('signalbox-runs');
  } catch {
    return { post: () => {}, listen: () => {} };
  }
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin and takes none.
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => listener(data)),
  };
}
