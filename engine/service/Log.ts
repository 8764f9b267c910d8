/** One thing that a server tells whoever operates it. No value of an input, an output or a secret is in it. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  /** What happened, in a stable word for programs, such as `run.ended`. */
  readonly event: string;
  /** For a person, in one sentence. */
  readonly message: string;
  /** The id of a run. */
  readonly run?: string;
  readonly workflow?: string;
  /** The code of an error. */
  readonly code?: string;
  /** Whose token it was. */
  readonly token?: string;
  /** An address of the network. */
  readonly address?: string;
}

/** Where it is told; never throws. */
export type Log = (entry: LogEntry) => void;

/** Nowhere. */
export const NO_LOG: Log = () => undefined;
