import { doAction } from '../actions/index.ts';
import { type StorageLoss, type StoreName, withFolders } from '../session/storage/index.ts';
import { TriangleAlertIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './StatusArea.module.css';

/** Stores whose files are still on screen, so that a copy can be made of them. */
const HAS_FILES: ReadonlySet<StoreName> = new Set(['workspace', 'folder']);

/** One loss of storage, with what can be done about it. */
export function LossStrip({ loss, onDismiss }: { readonly loss: StorageLoss; readonly onDismiss: () => void }) {
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
