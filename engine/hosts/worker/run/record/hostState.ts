import { isJsonObject, type Json } from '../../../../base/index.ts';
import type { WaitState } from './toWaitState.ts';

/** What this host has derived from the events of a run so far. */
export interface HostState {
  /** True when any result in it was simulated. */
  readonly simulated: boolean;
  readonly waits: WaitState;
  /** Its view, as `writeView` writes it; only of a run that another one has started. */
  readonly view?: Json;
  /** Its facts so far, as `RunTally` writes them; absent where they are not gathered. */
  readonly tally?: Json;
}

/** The state as JSON, for a checkpoint. */
export function toHostState({ simulated, waits, view, tally }: HostState): Json {
  const { paused, signals, idle } = waits;
  return {
    simulated,
    paused,
    signals: [...signals],
    idle: { ...idle },
    ...(view === undefined ? {} : { view }),
    ...(tally === undefined ? {} : { tally }),
  };
}

/** Reads what {@link toHostState} wrote; null for anything else. */
export function readHostState(host: Json): HostState | null {
  if (!isJsonObject(host)) return null;
  // From a checkpoint of this version with a valid digest: written above.
  const { simulated, paused, signals, idle, view, tally } = host as unknown as {
    readonly simulated: boolean;
    readonly paused: WaitState['paused'];
    readonly signals: readonly (readonly [activation: number, name: string])[];
    readonly idle: WaitState['idle'];
    readonly view?: Json;
    readonly tally?: Json;
  };
  const waits = { paused, signals: new Map(signals), idle };
  return { simulated, waits, ...(view === undefined ? {} : { view }), ...(tally === undefined ? {} : { tally }) };
}
