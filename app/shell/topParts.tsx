import { doAction } from '../actions/index.ts';
import {
  openDrawer,
  type SessionState,
  useDiagnostics,
  useIsReading,
  useIsUnchecked,
  useSession,
} from '../session/index.ts';
import { listUnsaved } from '../session/storage/index.ts';
import { CircleAlertIcon, CircleCheckIcon, HourglassIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button, classes, countProblems, describeProblems, Tooltip } from '../ui/index.ts';
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

/** What is known of where the text is kept. */
interface KeptText extends Pick<SessionState['storage']['save'], 'state'> {
  /** The name of the folder that is open; null without one. */
  readonly folder: string | null;
  /** Whether that folder is gone, or may not be written. */
  readonly isLost: boolean;
  /** Whether something is not in that folder yet. */
  readonly hasUnsaved: boolean;
  /** Whether the open file is one of the disk, and is there as it is here; null where it is none. */
  readonly isInFile: boolean | null;
}

/** Where the text is safe, in words: nothing is called saved before it is durable. */
export function describeSave({ state, folder, isLost, hasUnsaved, isInFile }: KeptText): string {
  if (state === 'failed') return 'Not saved';
  if (isLost) return `Cannot write to ${folder}`;
  if (state === 'loading') return 'Loading';
  if (state === 'saving') return 'Saving';
  if (folder !== null) return hasUnsaved ? `Not yet in ${folder}` : `Saved to ${folder}`;
  if (isInFile === null) return 'Saved on this device';
  return isInFile ? 'Saved to your file' : 'Not yet in your file';
}

/** The mark: three signal posts. */
export function Brand() {
  return (
    <h1 className={styles.brand}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <rect x="1" y="9" width="4" height="10" rx="2" opacity="0.45" />
        <rect x="8" y="1" width="4" height="18" rx="2" />
        <rect x="15" y="5" width="4" height="14" rx="2" opacity="0.75" />
      </svg>
      <span className={styles.name}>Signalbox</span>
    </h1>
  );
}

/** How many problems the file has, in the colour of the worst; opens the list. */
export function ProblemCount() {
  const count = countProblems(useDiagnostics());
  const isReading = useIsReading() !== null;
  const isUnchecked = useIsUnchecked();
  const told = describeProblems(count);
  const isWaiting = isReading || (isUnchecked && told === '');
  const text = isWaiting ? 'Not checked yet' : told || 'No problems';
  const [tone, Icon] = isWaiting
    ? ([styles.none, HourglassIcon] as const)
    : count.errors > 0
      ? ([styles.error, CircleAlertIcon] as const)
      : count.warnings > 0
        ? ([styles.warning, TriangleAlertIcon] as const)
        : ([styles.none, CircleCheckIcon] as const);
  return (
    <Button
      variant="ghost"
      className={tone}
      icon={<Icon aria-hidden />}
      aria-label={text}
      onClick={() => openDrawer('problems')}
    >
      <span className={styles.problemCountText}>{text}</span>
    </Button>
  );
}
