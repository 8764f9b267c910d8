import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { holdsWorkflow } from '#engine';
import { closeDialog, useSession } from '../session/index.ts';
import {
  dropProof,
  hideProof,
  type MergeSubject,
  onProofs,
  type ProvedMerge,
  shownProof,
  startProof,
  takeMerged,
  workflowsOfConflict,
} from '../session/merges/index.ts';
import { baseOf, oursOf, withFolders } from '../session/storage/index.ts';
import { Button, Dialog, GivenName } from '../ui/index.ts';
import { CurrentProof, ProofView } from './merge/MergeProof.tsx';
import { MergeView } from './merge/MergeView.tsx';
import styles from './merge/merge.module.css';
import { type Sides, useMerge } from './merge/useMerge.ts';

/** The question may come while the user types: what they type must not answer it. */
const FIRST = { 'data-focus-first': true } as const;

/** A file that changed on disk and here: both merged, what is in conflict to be decided. One at a time. */
export function ConflictDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'conflict');
  const conflict = useSession((state) => state.storage.conflicts[0]);
  const base = useSession((state) => (conflict ? baseOf(state, conflict) : ''));
  const ours = useSession((state) => (conflict ? oursOf(state, conflict) : null));
  const workspace = useSession((state) => state.document.workspace);
  const storage = useSession((state) => state.storage);
  const earlier = useSyncExternalStore(onProofs, shownProof);
  const isAsked = isOpen && earlier === null;
  return (
    <>
      {earlier !== null && <EarlierProof isOpen={isOpen} proved={earlier} />}
      {conflict && ours !== null && conflict.diskText !== null && (
        <MergeDialog
          key={conflict.path}
          isOpen={isAsked}
          path={conflict.path}
          sides={{
            path: conflict.path,
            files: workspace.files,
            base,
            ours,
            theirs: conflict.diskText,
            workflows: workflowsOfConflict({ workspace }, storage, conflict),
          }}
        />
      )}
      {conflict && (ours === null || conflict.diskText === null) && (
        <GoneDialog isOpen={isAsked} path={conflict.path} isGoneHere={conflict.diskText !== null} />
      )}
    </>
  );
}

/** What came of a merge that was made, which a notice told of. */
function EarlierProof({ isOpen, proved }: { readonly isOpen: boolean; readonly proved: ProvedMerge }): ReactNode {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={hideProof}
      size="large"
      title={
        <>
          Result of merging <GivenName name={proved.subject.path} />
        </>
      }
      description="The merged text stays as it is until you change it, or undo the merge."
    >
      <ProofView proved={proved} />
    </Dialog>
  );
}

interface QuestionProps {
  readonly isOpen: boolean;
  readonly path: string;
}

function MergeDialog({ isOpen, path, sides }: QuestionProps & { readonly sides: Sides }): ReactNode {
  const merging = useMerge(sides);
  const { merge, left, text } = merging;
  const isUntouched = sides.base === sides.ours;
  const isProved = !isUntouched && left === 0 && holdsWorkflow(path);
  const { base, ours, theirs } = sides;
  const subject = { path, base, ours, theirs, merged: text };
  useProof(subject, { isProved, isOpen });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeDialog}
      size="large"
      title={<Title path={path} />}
      description={`${isUntouched ? UNTOUCHED : describeMerge(merge.conflicts.length)} What comes in can be undone, and you are asked about what it reaches before it runs.`}
      footer={
        <>
          <More />
          <Button onClick={() => decide(path, 'keep')}>Keep mine</Button>
          <Button variant={isUntouched ? 'primary' : 'secondary'} onClick={() => decide(path, 'take')}>
            Take the one on disk
          </Button>
          {!isUntouched && (
            <Button
              variant="primary"
              disabled={left > 0}
              onClick={() => (holdsWorkflow(path) ? takeMerged(subject, isProved) : decide(path, { text }))}
            >
              {left > 0 ? `${left} to decide` : 'Use both, merged'}
            </Button>
          )}
        </>
      }
    >
      <MergeView merging={merging} here={sides.ours} />
      {isProved && <CurrentProof />}
    </Dialog>
  );
}

/** How long what is chosen must rest before it is proved, in ms. */
const REST = 300;

/** Proves a merge as it is decided so far, again where that changes. */
function useProof(
  { path, base, ours, theirs, merged }: MergeSubject,
  { isProved, isOpen }: { readonly isProved: boolean; readonly isOpen: boolean },
): void {
  useEffect(() => {
    if (!isProved) return dropProof();
    // What is proved stays while a comparison of its runs lies over the dialog.
    if (!isOpen) return undefined;
    const timer = setTimeout(() => startProof({ path, base, ours, theirs, merged }), REST);
    return () => clearTimeout(timer);
  }, [isProved, isOpen, path, base, ours, theirs, merged]);
  useEffect(() => dropProof, []);
}

const UNTOUCHED = 'It was not changed here meanwhile.';

function describeMerge(conflicts: number): string {
  if (conflicts === 0) return 'It was changed here, too, in other places: both are merged below.';
  const places = conflicts === 1 ? 'one place that both changed' : `${conflicts} places that both changed`;
  return `It was changed here, too. Both are merged below but for ${places}: ours is what is here, theirs what is on disk.`;
}

/** A file that one side deleted: there is nothing to merge. */
function GoneDialog({ isOpen, path, isGoneHere }: QuestionProps & { readonly isGoneHere: boolean }): ReactNode {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeDialog}
      title={<Title path={path} />}
      description={
        isGoneHere
          ? 'It was changed there, and deleted here. Taking it brings it back, and you are asked about what it reaches before it runs.'
          : 'It was deleted there. It is still here.'
      }
      footer={
        <>
          <More />
          <Button {...FIRST} onClick={() => decide(path, 'keep')}>
            {isGoneHere ? 'Delete it there too' : 'Keep mine'}
          </Button>
          <Button variant="primary" onClick={() => decide(path, 'take')}>
            {isGoneHere ? 'Take the one on disk' : 'Delete it here too'}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}

function Title({ path }: Pick<QuestionProps, 'path'>): ReactNode {
  return (
    <>
      <GivenName name={path} /> changed on disk
    </>
  );
}

function More(): ReactNode {
  const count = useSession((state) => state.storage.conflicts.length);
  return count > 1 ? <span className={styles.count}>{count - 1} more after this one</span> : null;
}

function decide(path: string, decision: 'take' | 'keep' | { readonly text: string }): void {
  withFolders(({ resolveConflict }) => resolveConflict(path, decision));
}
