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
                <Value label="Expected" value={expected} />
              </dd>
            </div>
          )}
          <div>
            <dt>Came</dt>
            <dd>
              <Value label="Came" value={actual} />
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

/** Takes the focus, so that keys scroll what is longer than its place. */
function Value({ label, value }: { readonly label: string; readonly value: Json }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre role="group" aria-label={label} tabIndex={0}>
      {format(value)}
    </pre>
  );
}

function format(value: Json): string {
  return shortText(JSON.stringify(value, null, 2), MOST_CHARACTERS);
}
