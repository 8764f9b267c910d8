import type { ComponentType, ReactNode } from 'react';
import { closeDialog, useSession } from '../session/index.ts';
import type { ComparedGraph } from '../session/relatedRuns/index.ts';
import { Button, EmptyState, Screen, Spinner } from '../ui/index.ts';
import { ChooseOther } from './compare/ChooseOther.tsx';
import styles from './compare/CompareDialog.module.css';
import { ComparePath } from './compare/ComparePath.tsx';
import { CompareView } from './compare/CompareView.tsx';
import { useComparedRuns } from './compare/useComparedRuns.ts';

export interface CompareDialogProps {
  /** Draws both runs; given by the app, since features do not import each other. */
  readonly Graph: ComponentType<ComparedGraph>;
}

/** Asks with which run to compare, then fills the window with both. The window below is unchanged when it closes. */
export function CompareDialog({ Graph }: CompareDialogProps): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'compare');
  const comparison = useSession((state) => state.run.comparison);
  if (comparison === null) return null;
  const { runId, other, taskId } = comparison;
  return (
    <Screen
      isOpen={isOpen}
      isFull={other !== null}
      onClose={closeDialog}
      label={other === null ? 'Compare with another run' : 'Comparison of two runs'}
    >
      {isOpen &&
        (other === null ? (
          <ChooseOther runId={runId} />
        ) : (
          <ReadRuns key={`${runId} ${other}`} runIds={[runId, other]} taskId={taskId} Graph={Graph} />
        ))}
    </Screen>
  );
}

interface ReadRunsProps extends CompareDialogProps {
  readonly runIds: readonly [string, string];
  /** The task that is looked at first. */
  readonly taskId: string | null;
}

function ReadRuns({ runIds: [one, other], taskId, Graph }: ReadRunsProps): ReactNode {
  const runs = useComparedRuns(one, other);
  if (runs === null)
    return (
      <div className={styles.wait}>
        <Spinner label="Reading both runs" />
      </div>
    );
  if (typeof runs === 'string')
    return (
      <div className={styles.wait}>
        <ComparePath file="the runs inside" />
        <EmptyState title="The runs could not be compared" actions={<Button onClick={closeDialog}>Close</Button>}>
          {runs}
        </EmptyState>
      </div>
    );
  return <CompareView runs={runs} taskId={taskId} Graph={Graph} />;
}
