import { stopActivation } from './cancel.ts';
import type { Activation, Run } from './Run.ts';

/**
 * A part of an activation that is stopped by itself: one item of a collection that runs the task's own `use`. It is the
 * same activation to events; calls, timers and scopes under way are its own.
 */
export function createPart(run: Run, activation: Activation, name: string): Activation {
  const part: Activation = {
    ...activation,
    part: `${name}.`,
    step: 0,
    simulated: false,
    roots: new Map(),
    calls: new Set(),
    timers: new Set(),
    scopes: new Set(),
    releases: new Set(),
    close: null,
  };
  activation.releases.add(() => stopActivation(run, part));
  return part;
}
