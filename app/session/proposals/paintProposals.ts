import type { PaintedMark } from '../store/ProofState.ts';
import { session, update } from '../store/store.ts';
import type { ShownProposal } from './proposals.ts';

/** Marks the cards of a file that proposals are about; null takes the marks away. Marks of something else are replaced. */
export function paintProposals(path: string | null, proposals: readonly ShownProposal[]): void {
  const {
    document: { workspace },
    run: { painted },
  } = session.getState();
  const source = path === null ? undefined : workspace.files.get(path);
  const tasks = path === null ? new Map() : marksOf(path, proposals);
  if (source === undefined || path === null || tasks.size === 0) {
    if (painted?.kind === 'proposal') update({ run: { painted: null } });
    return;
  }
  update({ run: { painted: { kind: 'proposal', path, source, tasks, edges: new Map() } } });
}

function marksOf(file: string, proposals: readonly ShownProposal[]): ReadonlyMap<string, readonly PaintedMark[]> {
  const byTask = new Map<string, string[]>();
  for (const { judged } of proposals)
    for (const { path, state, sentences, tasks } of judged?.changes ?? [])
      if (path === file && state === 'waits')
        for (const task of tasks) byTask.set(task, [...(byTask.get(task) ?? []), ...sentences]);
  return new Map(
    [...byTask].map(([task, sentences]) => [
      task,
      [{ text: `✎ ${sentences.length}`, words: `Proposed: ${sentences.join(' ')}`, look: 'partial' as const }],
    ]),
  );
}
