import type { ReactNode } from 'react';
import type { Json } from '#engine/values';
import { showPlace, type TestVerdict } from '../session/tests/index.ts';
import { Button, shortText } from '../ui/index.ts';
import styles from './tests.module.css';

/** How much of a value is shown beside what was expected: its run has all of it. */
const MOST_CHARACTERS = 2_000;

interface FailureNoteProps {
  readonly failure: TestVerdict['failures'][number];
  /** The test file. */
  readonly path: string;
  readonly workflow: string | null;
}

/** One expectation that was not met: in words, what was expected and what came, and the ways to both texts. */
export function FailureNote({ failure, path, workflow }: FailureNoteProps): ReactNode {
  const { message, expected, actual, at, task } = failure;
  const taskAt = task?.at ?? null;
  return (
    <li className={styles.failure}>
      <p>{message}</p>
      {(expected !== null || actual !== null) && (
        <dl className={styles.values}>
          {expected !== null && (
            <div>
              <dt>Expected</dt>
              <dd>
                <pre>{format(expected)}</pre>
              </dd>
            </div>
          )}
          <div>
            <dt>Came</dt>
            <dd>
              <pre>{format(actual)}</pre>
            </dd>
          </div>
        </dl>
      )}
      <div className={styles.acts}>
        <Button size="small" variant="ghost" onClick={() => showPlace(path, at)}>
          {`Expectation, line ${at.line}`}
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

function format(value: Json): string {
  return shortText(JSON.stringify(value, null, 2), MOST_CHARACTERS);
}
