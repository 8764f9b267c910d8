import type { RunScript } from '../effects/index.ts';

/** What a command may touch of the process it runs in: a test brings its own. */
export interface CommandIo {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Everything on standard input. */
  readonly readInput: () => Promise<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths are relative to it. */
  readonly folder: string;
  /** Whether standard output, and standard error, is a terminal. */
  readonly isOutTerminal: boolean;
  readonly isErrorTerminal: boolean;
  /** Aborts when the person stops the command (Ctrl-C). */
  readonly signal: AbortSignal;
  /** Runs scripts of `core:javascript` in threads of their own; absent: there are none. */
  readonly runScript?: RunScript;
}

/** How a command ends: 0 as wanted, 1 with something wrong in what it was given, 2 unable to begin. */
export type ExitCode = 0 | 1 | 2;
