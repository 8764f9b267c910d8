import { isJsonObject, type Json } from '../../../base/index.ts';
import type { Budget, RunView } from '../../../run/index.ts';
import { readView, writeView } from '../../storedView.ts';

/** What this host has derived from all events and inputs of a run so far. */
export interface HostState {
  readonly view: RunView;
  readonly budget: Budget;
}

/** A state as JSON, for a checkpoint. */
export function writeHostState({ view, budget }: HostState): Json {
  // A budget is plain data.
  return Object.assign({}, writeView(view), { budget: budget as unknown as Json });
}

/** The state that `writeHostState` wrote; null for anything else. */
export function readHostState(host: Json): HostState | null {
  const view = readView(host);
  if (view === null || !isJsonObject(host)) return null;
  // The digest of the checkpoint proves that it is unchanged.
  return { view, budget: host['budget'] as unknown as Budget };
}
