import type { Analysis } from '#engine';
import type { CompletionContext } from '#engine/language';
import { analysisOf, session } from '../session/index.ts';
import { lastValuesOf } from '../session/run/index.ts';
import { namedTools } from '../session/workspace/index.ts';
import { findCurrent } from './bindings.ts';
import type { monaco } from './monaco.ts';
import type { TextMap } from './textMap.ts';

/** What language questions about a model are asked of. */
export interface ModelPlace {
  /** With imports resolved in the workspace. */
  readonly analysis: Analysis;
  readonly map: TextMap;
  readonly files: ReadonlyMap<string, string>;
}

/** The analysis of a model's text; null while the two differ, which lasts no longer than one change, and for models that are not ours. */
export function placeOf(model: monaco.editor.ITextModel): ModelPlace | null {
  const current = findCurrent(model);
  const state = session.getState();
  const analysis = current === null ? null : analysisOf(state, current.path, 'resolved');
  if (current === null || analysis?.syntax.text !== current.map.text) return null;
  return { analysis, map: current.map, files: state.document.workspace.files };
}

/** What is known beyond the text: variables, tools of servers, the other files, and what the run on show held. */
export function contextOf({ files }: ModelPlace): CompletionContext {
  const state = session.getState();
  const lastValues = lastValuesOf(state);
  const variables = state.workspace.variables.map((variable) => variable.name);
  return { variables, files, mcpTools: namedTools(state), ...(lastValues === undefined ? {} : { lastValues }) };
}
