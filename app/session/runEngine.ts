import type { EngineConnection } from '#engine/worker';
import { notify } from './notices.ts';

/** What the session needs of the engine's worker; tests lend a fake. */
export type EnginePort = EngineConnection;

let engine: EnginePort | null = null;

/** Lends the session the engine, or takes it back. */
export function lendEngine(connection: EnginePort | null): void {
  engine = connection;
}

/** The engine, while there is one. */
export function enginePort(): EnginePort | null {
  return engine;
}

/** A call to an engine that died: `onFailure` has told the person already. */
export function ignoreDeath(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

/**
 * Tells the person that the engine could not do what they asked for. That it died was told already, by `onFailure`.
 * @param what what did not happen, as a sentence
 */
export function tellFailure(what: string, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'EngineFailure') return;
  const why = /dynamically imported module|Importing a module/.test(error.message)
    ? 'A part of the engine could not be loaded. Check the connection to the server that this page came from, then try again.'
    : error.message;
  notify({ kind: 'error', message: `${what} ${why}` });
}
