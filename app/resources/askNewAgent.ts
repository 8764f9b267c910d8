import { MOCK_PROVIDER } from '#engine/model';
import { session, setPanel } from '../session/index.ts';
import { createExternalStore } from '../ui/index.ts';
import type { NewAgent } from './NewAgentForm.tsx';

/** A new agent that the panel asks about, and the file that it is for. */
interface AskedAgent {
  readonly path: string | null;
  readonly agent: NewAgent;
}

const START: NewAgent = { name: '', provider: MOCK_PROVIDER, model: '', instructions: '', isPlaced: true };

/** What was typed of a new agent, also while another panel is open; null: none is asked about. */
export const newAgent = createExternalStore<AskedAgent | null>(null);

/** Opens the panel with the form of a new agent for the open file. */
export function askNewAgent(): void {
  setPanel('resources');
  const path = session.getState().document.activePath;
  if (newAgent.get()?.path !== path) newAgent.set({ path, agent: START });
}
