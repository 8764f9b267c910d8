import { listServerVariables, type McpServer, type Vault } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import { prepareEnv, takeNamed, takeRecorded } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import type { JournalHead } from './journal/readJournal.ts';

/** The secrets of a run as its journal has them: what was one when it started stays one. */
export function recordedVault(
  { head, workflow }: { readonly head: Pick<JournalHead, 'start' | 'salt'>; readonly workflow: Workflow },
  given: readonly Variable[],
  mcpServers: readonly McpServer[],
): { readonly vault: Vault; readonly variables: readonly Variable[] } {
  const recorded = takeRecorded(given, head.start?.env ?? {}, head.salt);
  const variables = takeNamed(recorded, listServerVariables(mcpServers));
  return { variables, vault: prepareEnv(workflow, variables, head.salt).vault };
}
