import { actionOf, runAction } from '../actions/index.ts';
import { type SessionState, useSession } from '../session/index.ts';
import { classes, Tooltip } from '../ui/index.ts';
import styles from './SaveMark.module.css';

/** Where the text is safe: nothing is called saved before it is durable. */
export function SaveMark() {
  const { state, message } = useSession((session) => session.save);
  const unsaved = useSession(countUnsaved);
  const folder = useSession((session) => session.folder?.name ?? null);
  const role = useSession((session) => session.role);
  if (role === 'follower') return null;
  if (state === 'failed') {
    return (
      <Tooltip label={`${message ?? 'Not saved.'} Click to download the open file.`}>
        <button
          type="button"
          className={classes(styles.mark, styles.failed)}
          onClick={() => runAction(actionOf('file.download'))}
        >
          <span className={styles.dot} />
          <span>Not saved</span>
        </button>
      </Tooltip>
    );
  }
  const isOnDisk = folder !== null && unsaved === 0;
  const text =
    state === 'loading'
      ? 'Loading'
      : state === 'saving'
        ? 'Saving'
        : folder === null
          ? 'Saved on this device'
          : isOnDisk
            ? `Saved to ${folder}`
            : `Not yet in ${folder}`;
  return (
    <span className={classes(styles.mark, styles[state], folder !== null && unsaved > 0 && styles.saving)}>
      <span className={styles.dot} />
      <span className={styles.text}>{text}</span>
    </span>
  );
}

/** Files whose text differs from the one on disk; the open file counts also when it is not in the folder yet. */
function countUnsaved({ folder, workspace, activePath }: SessionState): number {
  if (!folder) return 0;
  let count = activePath !== null && !folder.onDisk.has(activePath) ? 1 : 0;
  for (const [path, text] of folder.onDisk) if (workspace.files.get(path) !== text) count += 1;
  return count;
}
