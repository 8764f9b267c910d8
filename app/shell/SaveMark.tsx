import { doAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { listUnsaved } from '../session/storage/index.ts';
import { classes, Tooltip } from '../ui/index.ts';
import { describeSave } from './describeSave.ts';
import styles from './SaveMark.module.css';

/** Where the text is safe. */
export function SaveMark() {
  const { state, message } = useSession((session) => session.storage.save);
  const hasUnsaved = useSession((session) => listUnsaved(session).length > 0);
  const folder = useSession((session) => session.storage.folder?.name ?? null);
  const isLost = useSession((session) => session.storage.folder?.trouble !== undefined);
  /** Whether the open file is one of the disk, and is there as it is here; null where it is none. */
  const isInFile = useSession(({ document: { activePath, workspace }, storage: { diskFiles } }) => {
    const onDisk = diskFiles.get(activePath ?? '');
    return onDisk === undefined ? null : onDisk === workspace.files.get(activePath ?? '');
  });
  const role = useSession((session) => session.storage.role);
  if (role === 'follower') return null;
  const text = describeSave({ state, folder, isLost, hasUnsaved, isInFile });
  if (state === 'failed' || isLost) {
    const why = state === 'failed' ? (message ?? 'Not saved.') : `The folder ${folder} cannot be written.`;
    return (
      <Tooltip label={`${why} Click to download the open file.`}>
        <button type="button" className={classes(styles.mark, styles.failed)} onClick={() => doAction('file.download')}>
          <span className={styles.dot} />
          <span>{text}</span>
        </button>
      </Tooltip>
    );
  }
  return (
    <span className={classes(styles.mark, styles[state], (hasUnsaved || isInFile === false) && styles.saving)}>
      <span className={styles.dot} />
      <span className={styles.text}>{text}</span>
    </span>
  );
}
