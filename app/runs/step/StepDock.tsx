import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { SplitGroup, SplitHandle, SplitPane } from '../../ui/index.ts';
import styles from './StepDock.module.css';

interface StepDockProps {
  /** The timeline, or the events. */
  readonly children: ReactNode;
  /** What is shown of a step; null or false: nothing. */
  readonly details: ReactNode;
}

/** The steps of a run with one of them next to them or below, as a person wants it; on a phone over them. */
export function StepDock({ children, details }: StepDockProps): ReactNode {
  const isNarrow = useSession((state) => state.view.isNarrow);
  const dock = useSession((state) => state.view.stepDock);
  const hasDetails = details != null && details !== false;
  const isBelow = dock === 'below';
  return (
    <div className={styles.dock}>
      <SplitGroup id="run-step" direction={isBelow ? 'vertical' : 'horizontal'}>
        <SplitPane id="steps" minSize={isBelow ? 128 : 200}>
          <div className={styles.steps}>{children}</div>
        </SplitPane>
        {hasDetails && !isNarrow && (
          <>
            <SplitHandle label="Resize the step" />
            <SplitPane
              key={dock}
              id={dock}
              isFixed
              defaultSize={isBelow ? 180 : 400}
              minSize={isBelow ? 80 : 240}
              maxSize={isBelow ? undefined : 900}
            >
              {details}
            </SplitPane>
          </>
        )}
      </SplitGroup>
      {hasDetails && isNarrow && details}
    </div>
  );
}
