import { RecentMap } from '../../../base/index.ts';
import { effectiveWorkflow } from '../../../graph/index.ts';
import { analyzeRecorded, digestSources, type JournalHead } from '../../../hosts/node/index.ts';
import type { Workflow } from '../../../model/index.ts';

/** How many workflows are kept, the one that was used longest ago first to go. */
const MOST = 64;

/** The workflows of runs by their texts: runs of the same texts share one, also over their invocations. */
export class WorkflowCache {
  readonly #known = new RecentMap<string, Workflow>(MOST);

  /** The workflow of a run, and its `digestSources`. */
  read(head: JournalHead): { readonly workflow: Workflow; readonly sources: string } {
    const sources = digestSources(head.path, head.source, head.files);
    // The digest detects damage: that two texts have the same one is not ruled out by it.
    const key = JSON.stringify([head.path, head.source, head.files]);
    const workflow = this.#known.get(key) ?? effectiveWorkflow(analyzeRecorded(head));
    this.#known.set(key, workflow);
    return { workflow, sources };
  }
}
