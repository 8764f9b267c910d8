import { readStart } from '../../../run/index.ts';
import { ChildRuns } from '../../children/ChildRuns.ts';
import { takeHeld } from '../../prepareEnv.ts';
import { createRunClock } from '../platform/clock.ts';
import type { ChildrenHost, ExecutionContext, ExecutionStart } from '../run/execute/ExecutorsContext.ts';
import type { Execution } from '../run/open/Execution.ts';
import { type ChildHome, createChildStore, untilStored } from './childStore.ts';

/** The runs that an outermost run starts: executed next to it, under its lock. */
export async function openChildren(
  host: ChildrenHost,
  { execution, variables, exposure }: Pick<ExecutionStart, 'execution' | 'variables' | 'exposure'>,
): Promise<ChildRuns> {
  const { context } = host;
  const { runId } = execution.claim;
  const asked = { runId, path: '', signal: new AbortController().signal };
  const before = (await untilStored(context, asked, () => context.store.below(runId))) ?? [];
  return ChildRuns.ofRoot(
    { runId, root: runId, files: [execution.summary.path] },
    {
      files: workflowsOf(context),
      variables: takeHeld(variables, execution.vault),
      salt: execution.details.salt ?? '',
      prices: readStart(execution.restored.tracked.run)?.prices ?? [],
      count: before.length,
      now: (start) => createRunClock(context.clock, start).now(),
      store: createChildStore(host, toHome(execution, exposure)),
    },
  );
}

function toHome({ claim, summary, details }: Execution, exposure: ChildHome['exposure']): ChildHome {
  const { importedFrom } = summary;
  const { salt = '', baseUrl = '' } = details;
  return { root: claim.runId, salt, baseUrl, exposure, ...(importedFrom === undefined ? {} : { importedFrom }) };
}

function workflowsOf(context: ExecutionContext): NonNullable<ReturnType<ExecutionContext['workflows']>> {
  const files = context.workflows();
  if (files === null) throw new Error('The page has given no files.');
  return files;
}
