import { diffLines } from '#engine/values';
import { closeDialog, useSession } from '../session/index.ts';
import { withFolders } from '../session/storage/index.ts';
import { Button, classes, Dialog, GivenName } from '../ui/index.ts';
import styles from './ConflictDialog.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** The question may come while the user types: what they type must not answer it. */
const FIRST = { 'data-focus-first': true } as const;

/** A file that changed on disk, as a diff to take or to leave. One at a time. */
export function ConflictDialog() {
  const isOpen = useSession((state) => state.view.dialog === 'conflict');
  const conflict = useSession((state) => state.storage.conflicts[0]);
  const count = useSession((state) => state.storage.conflicts.length);
  const text = useSession((state) =>
    conflict ? (conflict.layout?.text ?? state.document.workspace.files.get(conflict.path) ?? '') : '',
  );
  if (!conflict) return null;
  const { path, diskText } = conflict;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeDialog}
      size="large"
      title={
        <>
          <GivenName name={path} /> changed on disk
        </>
      }
      description={
        diskText === null
          ? 'It was deleted there. It is still here.'
          : 'Taking it removes the lines marked − and adds those marked +, and you are asked about what it reaches before it runs. It can be undone.'
      }
      footer={
        <>
          {count > 1 && <span className={styles.count}>{count - 1} more after this one</span>}
          <Button {...(diskText === null ? FIRST : {})} onClick={() => resolve(path, 'keep')}>
            Keep mine
          </Button>
          <Button variant="primary" onClick={() => resolve(path, 'take')}>
            {diskText === null ? 'Delete it here too' : 'Take the one on disk'}
          </Button>
        </>
      }
    >
      {diskText !== null && (
        <pre className={styles.diff} tabIndex={0} {...FIRST}>
          {diffLines(text, diskText).map((line, index) =>
            line.kind === 'skipped' ? (
              <span key={index} className={styles.skipped}>
                {line.count} equal {line.count === 1 ? 'line' : 'lines'}
              </span>
            ) : (
              <span key={index} className={classes(styles.line, styles[line.kind])}>
                <span aria-hidden>{SIGNS[line.kind]} </span>
                {line.text}
              </span>
            ),
          )}
        </pre>
      )}
    </Dialog>
  );
}

function resolve(path: string, choice: 'take' | 'keep'): void {
  withFolders(({ resolveConflict }) => resolveConflict(path, choice));
}
