import type { ReactNode } from 'react';
import { openDrawer, useSession } from '../session/index.ts';
import { HistoryIcon, SparklesIcon } from '../ui/icons.ts';
import { Badge, Button } from '../ui/index.ts';
import { formatLength } from './formatMoment.ts';
import styles from './RunDrawer.module.css';
import { useNow } from './useNow.ts';

/** How the shown run stands, for how long, whether its answers are made up, and whether its text is an earlier one. */
export function RunStatusBadge(): ReactNode {
  const run = useSession((state) => state.run);
  const now = useNow(run?.view.status === 'running');
  if (run === null) return null;
  const { status, startedAt, endedAt, activations, simulate } = run.view;
  const length = startedAt === null ? '' : formatLength(Math.max((endedAt ?? now) - startedAt, 0));
  const isMadeUp = simulate || [...activations.values()].some((activation) => activation.simulated);
  const shown = run.isInterrupted ? 'interrupted' : status;
  return (
    <>
      <TextNote />
      {isMadeUp && (
        <Badge tone="warning" icon={<SparklesIcon />} title="Answers in this run were made up, not given by a model">
          Simulated
        </Badge>
      )}
      <Badge tone={TONES[shown]}>
        {WORDS[shown]} {length}
      </Badge>
    </>
  );
}

/** Says that the canvas shows a newer text than the run's, or another file, and leads to the text that ran. */
function TextNote(): ReactNode {
  const note = useSession(({ run, workspace, activePath }) => {
    if (run === null) return null;
    const present = workspace.files.get(run.path);
    if (present === undefined) return `Of ${run.path}, deleted since`;
    if (present !== run.source) return 'Ran an earlier text';
    return run.path === activePath ? null : `Run of ${run.path}`;
  });
  if (note === null) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<HistoryIcon />}
      className={styles.textNote}
      onClick={() => openDrawer('text')}
    >
      {note}
    </Button>
  );
}

const TONES = {
  running: 'accent',
  success: 'success',
  error: 'error',
  cancelled: 'neutral',
  interrupted: 'neutral',
} as const;
const WORDS = {
  running: 'Running',
  success: 'Success in',
  error: 'Failed after',
  cancelled: 'Cancelled after',
  interrupted: 'Interrupted after',
} as const;
