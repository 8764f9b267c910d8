import { type FileChange, isServeConfig, isTestFile, minimalEdits } from '#engine';
import { renameInLayout } from '#engine/change';
import { withFolders } from '../storage/folders.ts';
import { session } from '../store/store.ts';
import type { MergeSubject } from './MergeSubject.ts';
import { takeProof } from './mergeProofs.ts';
import { withNewNames } from './withNewNames.ts';

/**
 * Puts a merged text in the place of what is here. What the other side renamed is renamed in the tests, in the layout and in the file of a server
 * that are here, too, in the same undo step. `isProved`: the person is told what comes of it.
 */
export function takeMerged(subject: MergeSubject, isProved: boolean): void {
  const { path, ours, merged } = subject;
  withFolders(({ resolveConflict }) => {
    const { files, layouts } = session.getState().document.workspace;
    const changes = [...files].flatMap(([beside, text]): FileChange[] => {
      const mayName = isTestFile(beside) || isServeConfig(beside);
      const renamed = mayName ? withNewNames({ path: beside, text }, subject, 'ours') : text;
      return renamed === text ? [] : [{ type: 'edit', path: beside, edits: minimalEdits(text, renamed) }];
    });
    const layout = layouts.get(path);
    const placed = layout && renameInLayout(layout, path, { base: ours, ours: merged });
    const moved = placed === undefined || placed === layout ? {} : { layouts: new Map([[path, placed]]) };
    resolveConflict(path, { text: merged, changes, ...moved });
    const isStill = session.getState().storage.conflicts.some((conflict) => conflict.path === path);
    if (isProved && !isStill) takeProof(subject);
  });
}
