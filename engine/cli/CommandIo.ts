import type { Readable, Writable } from 'node:stream';
import type { Exchange, RunScript } from '../effects/index.ts';
import type { Print } from './print/terminal.ts';

/** The process a command runs in: a test brings its own. */
export interface ProcessIo {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Everything on standard input; fails once the person stops the command. */
  readonly readInput: () => Promise<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths are relative to it. */
  readonly folder: string;
  /** Whether standard output, and standard error, is a terminal. */
  readonly isOutTerminal: boolean;
  readonly isErrorTerminal: boolean;
  /** Aborts when the user stops the command (Ctrl-C). */
  readonly signal: AbortSignal;
  /** Tells a command that asks for it of SIGHUP, which ends any other; answers with what ends that. Absent: there is no such signal. */
  readonly onHangup?: (listener: () => void) => () => void;
  /** A line that a person at the terminal writes; null at the end of the input. Absent where there is no terminal. */
  readonly askLine?: () => Promise<string | null>;
  /** Runs each script of `core:javascript` in a separate thread; absent: scripts cannot run. */
  readonly runScript?: RunScript;
  /** What requests go by whose whole answer is read; absent: the platform's `fetch`. */
  readonly exchange?: Exchange;
  /** Standard input and output themselves, for a protocol that is spoken over them; absent: there are none. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
  /** What starts this program, and its arguments before those of the person: `node` and a file. Absent: it is found by its name. */
  readonly program?: readonly string[];
  /** The app in the browser; absent: it cannot be opened. */
  readonly app?: AppParts;
}

/** What it takes to open the app. */
export interface AppParts {
  /** The folder with the built app. */
  readonly folder: string;
  /** Shows an address in the person's browser. Answers false where none can be found. */
  readonly openBrowser: (address: string) => Promise<boolean>;
}

/** What a command may touch of its process. */
export interface CommandIo extends Omit<ProcessIo, 'writeOut' | 'writeError'> {
  readonly printOut: Print;
  readonly printError: Print;
  /** Whether results and errors are printed as JSON. */
  readonly isJson: boolean;
}

/**
 * How a command ends: 0 as wanted, 1 with something wrong in what it was given, 2 unable to begin, 3 because another process
 * executes the run, 4 because something could not be written.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** What runs scripts, for ports that have it where there is something. */
export function scriptPort({ runScript }: Pick<CommandIo, 'runScript'>): Pick<CommandIo, 'runScript'> {
  return runScript === undefined ? {} : { runScript };
}
