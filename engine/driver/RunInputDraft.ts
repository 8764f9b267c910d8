import type { RunInput } from '../run/index.ts';

/** An input without its time, which it gets when it is fed to the machine. */
export type RunInputDraft = RunInput extends infer Input ? (Input extends RunInput ? Omit<Input, 'at'> : never) : never;
