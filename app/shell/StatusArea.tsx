import { doAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { restartEngine } from '../session/runSteps/index.ts';
import { dismissLoss, type StorageLoss, type StoreName, withFolders } from '../session/storage/index.ts';
import { EyeIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './StatusArea.module.css';

/** What the bar asks of the tie to the device. */
export interface StatusAreaProps {
  /** Asks to be the tab that edits. */
  readonly onTakeOver: () => void;
  /** Writes again what could not be written. */
  readonly onRetry: () => void;
}

/**
 * What prevents safe editing, if anything: another tab edits, the device stores nothing, or stored data was lost. And what lets
 * nothing run: there is no engine.
 */
export function StatusArea({ onTakeOver, onRetry }: StatusAreaProps) {
  const losses = useSession((state) => state.storage.losses);
  const engineLost = useSession((state) => state.run.engineLost);
  const isFailed = useSession((state) => state.storage.role === 'owner' && state.storage.save.state === 'failed');
  // While it could not be written again, the failure says that it was lost.
  const shown = losses.filter(({ store }) => store !== 'workspace' || !isFailed);
  return (
    <>
      <OwnState onTakeOver={onTakeOver} onRetry={onRetry} />
      {engineLost !== null && (
        <div className={styles.strip} data-tone="error" role="alert">
          <TriangleAlertIcon aria-hidden />
          <span>{engineLost}</span>
          <Button size="small" onClick={restartEngine}>
            Try again
          </Button>
        </div>
      )}
      <div className={styles.losses}>
        {shown.map((loss) => (
          <LossStrip key={loss.store} loss={loss} onDismiss={() => dismissLoss(loss.store)} />
        ))}
      </div>
    </>
  );
}

function OwnState({ onTakeOver, onRetry }: StatusAreaProps) {
  const role = useSession((state) => state.storage.role);
  const save = useSession((state) => state.storage.save);
  if (role === 'follower') {
    return (
      <div className={styles.strip} role="status">
        <EyeIcon aria-hidden />
        <span>Another tab is editing this workspace. You see its changes live and can run what it draws.</span>
        <Button size="small" onClick={onTakeOver}>
          Edit here
        </Button>
      </div>
    );
  }
  if (save.state !== 'failed') return null;
  return (
    <div className={styles.strip} data-tone="error" role="alert">
      <TriangleAlertIcon aria-hidden />
      <span>{save.message}</span>
      <Button size="small" onClick={onRetry}>
        Retry now
      </Button>
      <Button size="small" onClick={() => doAction('file.downloadAll')}>
        Download all files
      </Button>
    </div>
  );
}

/** Stores whose files are still on screen, so that a copy can be made of them. */
const HAS_FILES: ReadonlySet<StoreName> = new Set(['workspace', 'folder']);

/** One loss of storage, with what can be done about it. */
function LossStrip({ loss, onDismiss }: { readonly loss: StorageLoss; readonly onDismiss: () => void }) {
  const { store, message } = loss;
  return (
    <div className={styles.strip} data-tone="error" role="alert">
      <TriangleAlertIcon aria-hidden />
      <span>{message}</span>
      {store === 'folder' && (
        <Button size="small" onClick={() => withFolders(({ reconnectFolder }) => void reconnectFolder())}>
          Reconnect
        </Button>
      )}
      {HAS_FILES.has(store) && (
        <Button size="small" onClick={() => doAction('file.downloadAll')}>
          Download all files
        </Button>
      )}
      <Button size="small" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
