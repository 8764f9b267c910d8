/** Thrown when a simulated run breaks a promise; says which. */
export class SimulationError extends Error {}

/** Breaks off the simulation unless something holds. */
export function promise(holds: boolean, what: string): asserts holds {
  if (!holds) throw new SimulationError(what);
}
