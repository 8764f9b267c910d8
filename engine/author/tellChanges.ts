import { diffWorkflows } from '../change/index.ts';
import { analyze } from '../graph/index.ts';
import { holdsWorkflow } from '../model/index.ts';
import type { Files } from './Proposal.ts';

/** A change of a workflow in words. */
export interface ToldChange {
  readonly path: string;
  readonly severity: string;
  readonly sentence: string;
  /** The task that it is about, by its id before, or after where there was none; absent where it is about no task. */
  readonly task?: string;
}

/** What differs between two states of a workspace, in the words of `signalbox diff`. */
export function tellChanges(before: Files, after: Files): readonly ToldChange[] {
  const paths = [...after.keys()].filter((path) => holdsWorkflow(path) && before.get(path) !== after.get(path));
  return paths.flatMap((path) => {
    const was = before.get(path);
    if (was === undefined) return [{ path, severity: 'behaviour', sentence: 'The file is new.' }];
    return diffWorkflows(analyze(path, was), analyze(path, after.get(path) ?? '')).map(
      ({ severity, sentence, task }) => {
        const id = task?.before ?? task?.after;
        return { path, severity, sentence, ...(id === undefined || id === null ? {} : { task: id }) };
      },
    );
  });
}
