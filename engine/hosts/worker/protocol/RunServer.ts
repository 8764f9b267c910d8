import type { Json, Result } from '../../../base/index.ts';
import type { ParentRun, RunError, RunEvent } from '../../../run/index.ts';

/** A server of runs (`signalbox serve`), as a person set it up. */
export interface RunServer {
  /** Where its API is, without a slash at its end. */
  readonly address: string;
  /** Name of the secret that is its token; null: it asks for none. */
  readonly token: string | null;
}

/** One request to a server of runs. */
export interface ServerRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From `/api` on, percent-encoded, with its query. */
  readonly path: string;
  /** Sent as JSON; absent: no body. */
  readonly body?: Json;
  /** Sent again with the same start, it finds the run that the first one started. */
  readonly idempotencyKey?: string;
}

/** What a server answered, whatever its status; the error: it did not answer, or the token was not sent. */
export type ServerAnswer = Result<{ readonly status: number; readonly body: Json }, RunError>;

/** The text that a run on a server was started with. */
export interface ServedSource {
  readonly path: string;
  readonly source: string;
  /** The texts it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The run that started it, by ids there; absent where none did. */
  readonly parent?: ParentRun;
}

/** What is told of a run on a server that is followed. */
export type ServedNews =
  | { readonly type: 'events'; readonly events: readonly RunEvent[] }
  /** The server is connected, for the first time or again. */
  | { readonly type: 'connected' }
  /** The connection is lost, and tried again until it is there: with a message for the user. */
  | { readonly type: 'lost'; readonly message: string }
  /** Nothing comes any more: the run has ended, or the server refuses, with its message. */
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly message: string };
