import { setPanel } from '../session/index.ts';
import { createExternalStore } from '../ui/index.ts';

/** Whether the panel asks for a new agent. */
export const newAgent = createExternalStore(false);

/** Opens the panel with the form of a new agent. */
export function askNewAgent(): void {
  setPanel('resources');
  newAgent.set(true);
}
