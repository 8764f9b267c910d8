import type { EngineConnection } from '#engine/worker';

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
