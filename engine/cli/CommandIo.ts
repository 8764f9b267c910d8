import type { RunScript } from '../effects/index.ts';

/** The parts of the process that a command uses: tests pass their own. */
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
  /** Aborts when the user stops the command (Ctrl-C). */
  readonly signal: AbortSignal;
  /** Runs each script of `core:javascript` in a separate thread; absent: scripts cannot run. */
  readonly runScript?: RunScript;
}

/** How a command ends: 0 success, 1 an error in the files or the run, 2 it could not start. */
export type ExitCode = 0 | 1 | 2;
