import { isJsonObject, type Json } from '../../../base/index.ts';
import type { Standing } from './toStanding.ts';

/** What this host knows of a run from its events. */
export interface HostState {
  /** True when any answer in it was made up. */
  readonly simulated: boolean;
  readonly standing: Standing;
}

/** The same as JSON, for a checkpoint: from there on events are not read again. */
export function toHostState({ simulated, standing }: HostState): Json {
  const { paused, signals } = standing;
  return { simulated, paused, signals: [...signals] };
}

/** Reads what {@link toHostState} wrote; null for anything else. */
export function readHostState(host: Json): HostState | null {
  if (!isJsonObject(host)) return null;
  // Of a checkpoint of this version, whose digest fits: written above.
  const { simulated, paused, signals } = host as unknown as {
    readonly simulated: boolean;
    readonly paused: Standing['paused'];
    readonly signals: readonly (readonly [activation: number, name: string])[];
  };
  return { simulated, standing: { paused, signals: new Map(signals) } };
}
