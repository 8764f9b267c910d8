import { inlineImport } from '#engine/edit';
import { activeAnalysis, dispatch, session } from '../session/index.ts';
import { selectedDefinition } from './selectedDefinition.ts';

/** Writes what the selected task, agent or tool imports in the place of its import, as one step. */
export function inlineSelected(): void {
  const state = session.getState();
  const definition = selectedDefinition(state);
  const analysis = activeAnalysis('resolved');
  if (definition && analysis)
    dispatch(inlineImport(analysis, { ...definition, files: state.document.workspace.files }));
}
