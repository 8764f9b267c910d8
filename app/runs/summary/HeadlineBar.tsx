import type { ReactNode } from 'react';
import { selectActivation } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { HourglassIcon, TriangleAlertIcon } from '../../ui/icons.ts';
import { Button, shortText } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import type { RunSource } from '../parts/toRunSource.ts';
import { toHeadline } from './toHeadline.ts';

/** Why the run on screen failed, or which signal it waits for, with the way to the step. Nothing in a replay. */
export function HeadlineBar({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const headline = run.moment === null ? toHeadline(run) : null;
  if (headline === null) return null;
  const { kind, step } = headline;
  const name = step === null ? 'The run' : source.nameOf(step.taskId);
  const isShown = step !== null && run.selectedActivation === step.activation;
  return (
    <section
      className={styles.bar}
      data-tone={kind === 'failed' ? 'error' : 'warning'}
      aria-label={kind === 'failed' ? 'Why the run failed' : 'What the run waits for'}
    >
      <div className={styles.line}>
        {kind === 'failed' ? <TriangleAlertIcon aria-hidden /> : <HourglassIcon aria-hidden />}
        {kind === 'failed' ? (
          <p className={styles.words} title={shortText(headline.error.message, 4_000)}>
            <strong>{name} failed.</strong> {shortText(headline.error.message, 1_000)}{' '}
            <code>{headline.error.code}</code>
          </p>
        ) : (
          <p className={styles.words}>
            <strong>{name}</strong> continues when it gets the signal <code>{shortText(headline.signal, 200)}</code>.
          </p>
        )}
        {step !== null && !isShown && (
          <Button size="small" onClick={() => selectActivation(step.activation)}>
            {kind === 'failed' ? 'Show the step' : 'Answer…'}
          </Button>
        )}
      </div>
    </section>
  );
}
