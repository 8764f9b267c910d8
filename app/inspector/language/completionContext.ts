import { session } from '../../session/index.ts';
import { lastValuesOf } from '../../session/run/index.ts';
import { namedTools } from '../../session/workspace/index.ts';

type CompletionContext = import('#engine/language').CompletionContext;

/** What is known beyond the document: variables, tools of servers, the other files, and what the run on show held. */
export function completionContext(): CompletionContext {
  const state = session.getState();
  const lastValues = lastValuesOf(state);
  return {
    variables: state.workspace.variables.map((variable) => variable.name),
    files: state.document.workspace.files,
    mcpTools: namedTools(state),
    ...(lastValues ? { lastValues } : {}),
  };
}
