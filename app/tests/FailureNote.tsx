import type { ReactNode } from 'react';
import { showPlace, type TestVerdict } from '../session/tests/index.ts';
import { Button, formatLength } from '../ui/index.ts';
import { FailureDiff } from './FailureDiff.tsx';
import styles from './tests.module.css';

interface FailureNoteProps {
  readonly failure: TestVerdict['failures'][number];
  /** The test file. */
  readonly path: string;
  readonly workflow: string | null;
  /** Puts the run of the test on screen, at an event; absent: it cannot be shown now. */
  readonly onShow?: ((event: number) => void) | undefined;
}

/** One expectation that was not met: in words, what was expected and what was received, and the ways to that instant of the run and to both texts. */
export function FailureNote({ failure, path, workflow, onShow }: FailureNoteProps): ReactNode {
  const { code, message, at, task, event, after } = failure;
  const taskAt = task?.at ?? null;
  return (
    <li className={styles.failure}>
      <p>{message}</p>
      <FailureDiff failure={failure} />
      <div className={styles.acts}>
        {event !== null && (
          <Button size="small" variant="ghost" disabled={onShow === undefined} onClick={() => onShow?.(event)}>
            {`Show this step, ${formatLength(after ?? 0)} after the start`}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => showPlace(path, at)}>
          {`${isOfRun(code) ? 'Test' : 'Expectation'}, line ${at.line}`}
        </Button>
        {task !== null && taskAt !== null && workflow !== null && (
          <Button size="small" variant="ghost" onClick={() => showPlace(workflow, taskAt)}>
            {`Task ${task.id}, line ${taskAt.line}`}
          </Button>
        )}
      </div>
    </li>
  );
}

type Code = TestVerdict['failures'][number]['code'];

const OF_RUNS: ReadonlySet<Code> = new Set<Code>(['UNANSWERED', 'INPUT', 'ENDLESS', 'STUCK']);

/** Whether a test failed before anything was compared: its run was stopped, or something is wrong in the test itself. */
export function isOfRun(code: Code): boolean {
  return OF_RUNS.has(code) || code.startsWith('TEST_');
}
