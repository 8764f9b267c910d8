import { useAction } from '../../actions/index.ts';
import { openDrawer, useSession } from '../../session/index.ts';
import { isEditedSinceRun, shownView } from '../../session/run/index.ts';
import { shownStanding, workedSoFar } from '../../session/runSteps/index.ts';
import { formatLength, formatStatus, StatusMark } from '../../ui/index.ts';
import { useArrangement } from '../state/arrangement.ts';
import styles from './RunPill.module.css';

/** Whose colours these are, while the drawer that says more is closed: how the run went, the way back to it, and away. */
export function RunPill() {
  const view = useSession(shownView);
  const standing = useSession(({ run: { shown } }) => (shown === null ? null : shownStanding(shown)));
  const forkedAt = useSession(({ run: { shown } }) => shown?.forkedAt ?? null);
  const graph = useArrangement()?.graph;
  const changed = useSession((state) => {
    const ids = [...(graph?.nodes.values() ?? [])].map(({ task }) => task.id);
    return ids.filter((id) => isEditedSinceRun(state, id)).length;
  });
  const clear = useAction('run.close');
  if (view === null || standing === null) return null;
  const worked = view.endedAt === null ? null : workedSoFar({ view, forkedAt }, view.endedAt);
  return (
    <div className={`${styles.pill} nokey`} role="group" aria-label="Run on the canvas">
      <button type="button" className={styles.open} title="Show the run" onClick={() => openDrawer()}>
        <StatusMark status={standing} size="small" isDecorative />
        {formatStatus(standing)}
        {worked !== null && ` in ${formatLength(worked)}`}
        {changed > 0 && <span className={styles.changed}>{changed} changed since</span>}
      </button>
      <button type="button" className={styles.clear} onClick={clear.run}>
        {clear.action.label}
      </button>
    </div>
  );
}
