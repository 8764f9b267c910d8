import { FewSet } from './FewSet.ts';
import type { Activation } from './Run.ts';

/**
 * A part of an activation that is stopped by itself: one item of a collection that runs the task's own `use`. It is the
 * same activation to events; calls, timers and scopes under way are its own, and stop with it.
 */
export function createPart(activation: Activation, name: string): Activation {
  const part: Activation = {
    ...activation,
    part: `${name}.`,
    step: 0,
    simulated: false,
    roots: new Map(activation.roots),
    calls: new FewSet(),
    timers: new FewSet(),
    scopes: new FewSet(),
    parts: new FewSet(),
    releases: new FewSet(),
    close: null,
  };
  activation.parts.add(part);
  return part;
}
