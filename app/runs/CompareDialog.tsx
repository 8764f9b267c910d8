import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { closeDialog, useSession } from '../session/index.ts';
import { type ComparedGraph, type ComparedRun, readComparedRun } from '../session/relatedRuns/index.ts';
import { Button, EmptyState, Screen, Spinner } from '../ui/index.ts';
import { ChooseOther } from './compare/ChooseOther.tsx';
import styles from './compare/CompareDialog.module.css';
import { ComparePath } from './compare/ComparePath.tsx';
import { CompareView } from './compare/CompareView.tsx';

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

type ComparedPair = readonly [ComparedRun, ComparedRun];

interface ReadRunsProps extends CompareDialogProps {
  readonly runIds: readonly [string, string];
  /** The task that is looked at first. */
  readonly taskId: string | null;
}

function ReadRuns({ runIds: [one, other], taskId, Graph }: ReadRunsProps): ReactNode {
  const [runs, setRuns] = useState<ComparedPair | string | null>(null);
  useEffect(() => {
    let isWanted = true;
    const report = (read: ComparedPair | string): void => {
      if (isWanted) setRuns(read);
    };
    Promise.all([readComparedRun(one), readComparedRun(other)])
      .then(([first, second]) =>
        report(
          first && second
            ? [first, second]
            : 'One of these runs is no longer kept. Choose others in the history of runs.',
        ),
      )
      .catch((error: unknown) => report(error instanceof Error ? error.message : String(error)));
    return () => {
      isWanted = false;
    };
  }, [one, other]);
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
