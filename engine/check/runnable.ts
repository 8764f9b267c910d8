/**
 * What this version runs of what the format has. Rooms above this one perform it, so a test compares this list with
 * theirs. What is not here is drawn, checked and kept, and said to be missing before a run fails on it.
 */
export const RUNNABLE_TOOLS: readonly string[] = ['http', 'csv', 'validate', 'raise', 'log', 'hash'];

/** Model providers that answer; all others answer in simulated runs only. */
export const RUNNABLE_PROVIDERS: readonly string[] = ['mock'];
