import type { EngineConnection, LocalEngine, OutboundEngine } from '#engine/worker';
import { notify } from '../store/notices.ts';
import type { Asker } from '../store/State.ts';
import { documentRuntime } from './runtime.ts';
import { isTrusted, mayReachOut } from './trustGate.ts';

/** What the session needs of the engine's worker; tests bring a fake. */
export type EnginePort = EngineConnection;

/** What the session may ask of the engine without a question of trust. */
export interface InnerPort extends Pick<EngineConnection, 'restart'> {
  readonly engine: LocalEngine;
}

/** Sets the engine the session uses; null: none. */
export function setEngine(connection: EnginePort | null): void {
  documentRuntime.engine = connection;
}

/** The engine, while there is one, for what does not reach out. */
export function enginePort(): InnerPort | null {
  return documentRuntime.engine;
}

/**
 * The one way to whatever of the engine sends requests or reads secrets: it is called once everything that the asker is
 * made of is trusted. Where something is not, the user is asked first; `quietly`, it is refused.
 * @returns null without an engine, and where it is refused
 */
export async function reachOut<Answer>(
  asker: Asker,
  call: (engine: OutboundEngine) => Promise<Answer>,
  manner: 'asking' | 'quietly' = 'asking',
): Promise<Answer | null> {
  if (documentRuntime.engine === null || (!isTrusted(asker) && !(await mayReachOut(asker, manner)))) return null;
  // It may have gone while the user was asked.
  return documentRuntime.engine === null ? null : call(documentRuntime.engine.engine);
}

/** A call to an engine that died: `onFailure` has said so already. */
export function ignoreWorkerExit(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

/**
 * Notifies the user that the engine could not do what they asked for. That it died, `onFailure` has said already.
 * @param what what did not happen, as a sentence
 */
export function notifyFailure(what: string, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'EngineFailure') return;
  const why = /dynamically imported module|Importing a module/.test(error.message)
    ? 'A part of the engine could not be loaded. Check the connection to the server that this page came from, then try again.'
    : error.message;
  notify({ kind: 'error', message: `${what} ${why}` });
}
