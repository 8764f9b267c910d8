import { actionOf, runAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { EyeIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './StatusArea.module.css';

/**
 * What stands between the person and safe editing, when something does: another tab edits, or the device keeps nothing.
 * @param onTakeOver asks to be the tab that edits
 */
export function StatusArea({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const role = useSession((state) => state.role);
  const save = useSession((state) => state.save);
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
      <Button size="small" onClick={() => runAction(actionOf('file.download'))}>
        Download the file
      </Button>
    </div>
  );
}
