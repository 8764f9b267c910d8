import type { JsonObject } from '../../base/index.ts';
import { createEgress } from '../../effects/egress.ts';
import { createMemoryHome, type MemoryHome } from '../../effects/memory/MemoryHome.ts';
import { performMemory } from '../../effects/memory/performMemory.ts';
import { Exposure } from '../../effects/ports.ts';
import type { MemoryAnswer, MemoryCall, MemoryRequest, Outcome } from '../../run/index.ts';
import type { BackendsUnderTest } from './backends.ts';

/** When the first call of a case is made, in ms since the epoch. */
export const START = Date.UTC(2026, 0, 1);
const DIMENSIONS = 48;

let memories = 0;

/** A separate memory, and a way to call it. */
export class MemoryLab {
  readonly home: MemoryHome;
  readonly memory: JsonObject & { readonly id: string };
  #calls = 0;

  constructor(backends: BackendsUnderTest, options: JsonObject = {}) {
    memories += 1;
    this.home = backends.home?.() ?? createMemoryHome();
    this.memory = {
      id: `Contract ${memories} of ${START.toString(36)}/ü`,
      ...(backends.storage === undefined ? {} : { storage: backends.storage }),
      vector: { use: 'core:in-memory', config: {}, ...backends.vector, dimensions: DIMENSIONS },
      options,
    };
  }

  /** Makes a call; each has its own key and second unless they are given. */
  async perform(
    request: MemoryRequest,
    extra: Partial<MemoryCall> & { readonly signal?: AbortSignal; readonly fetch?: typeof globalThis.fetch } = {},
  ): Promise<Outcome> {
    this.#calls += 1;
    const { signal = new AbortController().signal, fetch = globalThis.fetch.bind(globalThis), ...rest } = extra;
    const call: MemoryCall = {
      type: 'memory.call',
      key: `run/task/1/1/${this.#calls}`,
      taskId: 'task',
      env: {},
      simulate: false,
      seed: 1,
      memory: this.memory,
      threadId: 'a',
      at: START + this.#calls * 1000,
      wholeThread: true,
      request,
      ...rest,
    };
    const egress = createEgress({
      baseUrl: '',
      reveal: () => undefined,
      onSend: () => undefined,
      authorize: null,
      exposure: new Exposure(),
      fetch,
    });
    return performMemory(call, { signal, egress, home: this.home });
  }

  /** As {@link perform}, where it must succeed. */
  async ask(request: MemoryRequest, extra: Parameters<MemoryLab['perform']>[1] = {}): Promise<MemoryAnswer> {
    const outcome = await this.perform(request, extra);
    if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
    return outcome.value as MemoryAnswer; // What a memory answers with.
  }

  say(content: string, threadId = 'a', role: 'user' | 'assistant' = 'user'): Promise<MemoryAnswer> {
    return this.ask({ op: 'append', messages: [{ role, content }] }, { threadId });
  }
}
