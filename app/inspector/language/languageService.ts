import { session } from '../../session/index.ts';
import { lastValuesOf } from '../../session/run/index.ts';
import { namedTools } from '../../session/workspace/index.ts';
import { lazyModule } from '../../ui/lazyModule.ts';

const language = lazyModule(() => import('#engine/language'));

/** The language service, once {@link loadLanguage} has brought it or it was loaded ahead; until then null. */
export const languageService = language.loaded;

/** Loads the language service: it comes with the first task that is looked at, or the first field that is typed in. */
export async function loadLanguage(): Promise<void> {
  await language.load();
}

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
