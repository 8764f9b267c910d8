import type { Analysis } from '../../graph/index.ts';
import { configOf, isTestFile, walkTasks } from '../../model/index.ts';
import { findNode, findRange, pathAt } from '../../syntax/index.ts';
import { namedWorkflow, workflowOf } from '../../testFile/index.ts';
import type { Definition } from '../places/LanguageItem.ts';
import { contentRange } from '../places/referenceAt.ts';
import { listMentions } from './mentions.ts';
import { analysisOf, type Files, keyOfNamed, type Named, namedAt, resolveMention } from './resolveName.ts';

/**
 * Where what an offset names is defined: the task of a `next` or of `tasks.x`, the agent or tool of a `use`, an
 * action, a memory, a name of `env`, what an `import` or a package leads to; the workflow, the tasks and the signals of a test. With the files of the workspace also in
 * another file: ranges are in the text of `path`. Null for anything else.
 */
export function definitionAt(analysis: Analysis, offset: number, files?: Files): Definition | null {
  const named = namedAt({ analysis, files }, offset);
  if (named !== null) return locateNamed(named);
  return isTestFile(analysis.path) ? signalAt(analysis, offset, files) : null;
}

/** The wait for the signal that a test sends. */
function signalAt({ path, syntax }: Analysis, offset: number, files: Files | undefined): Definition | null {
  const at = pathAt(syntax, offset);
  if (at[0] !== 'tests' || at[2] !== 'signals' || at[4] !== 'name') return null;
  const node = findNode(syntax, at);
  const workflow = analysisOf(files, workflowOf(path, namedWorkflow(syntax)) ?? '');
  if (workflow === null || node?.kind !== 'scalar') return null;
  const wait = walkTasks(workflow.workflow).find(({ task }) => configOf(task).signal === node.value);
  if (wait === undefined) return null;
  const place = findRange(workflow.syntax, [...wait.task.path, 'config', 'signal'], 'value');
  return { path: workflow.path, range: findRange(workflow.syntax, wait.task.path, 'value'), selection: place };
}

/** The place of a definition in its document. */
export function locateNamed(named: Named): Definition {
  const { analysis, kind, path } = named;
  const { syntax } = analysis;
  if (kind === 'env') {
    const place = { analysis, files: undefined };
    const first = listMentions(analysis).find((mention) => {
      const other = mention.isDefinition && mention.kind === 'env' ? resolveMention(place, mention) : null;
      return other !== null && keyOfNamed(other) === keyOfNamed(named);
    });
    const range = first?.range ?? { start: 0, end: 0 };
    return { path: analysis.path, range, selection: range };
  }
  if (kind === 'route') {
    return { path: analysis.path, range: findRange(syntax, path, 'entry'), selection: findRange(syntax, path, 'key') };
  }
  if (path.length === 0) return { path: analysis.path, range: { start: 0, end: 0 }, selection: { start: 0, end: 0 } };
  const node = findNode(syntax, path);
  const selection = node?.kind === 'scalar' ? contentRange(node) : findRange(syntax, path, 'value');
  const range = path.length === 1 ? findRange(syntax, [], 'value') : findRange(syntax, path.slice(0, -1), 'entry');
  return { path: analysis.path, range, selection };
}
