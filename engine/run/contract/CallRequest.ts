import type { MemoryCall, ModelCall, ToolCall } from './Effect.ts';

type Made = 'key' | 'taskId' | 'simulate' | 'seed';

/** A call as its task asks for it: key, seed and mode are added when it is made. */
export type CallRequest = Omit<ToolCall, Made> | Omit<ModelCall, Made> | Omit<MemoryCall, Made>;
