import type { ReactNode } from 'react';
import { selectActivation } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { TriangleAlertIcon } from '../../ui/icons.ts';
import { Button, lazyPart, shortText } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import type { RunSource } from '../parts/toRunSource.ts';
import { toHeadline } from './toHeadline.ts';

const AnswerBar = lazyPart(() => import('../step/AnswerBar.tsx').then((module) => module.AnswerBar));

/** Why the run on screen failed, or what it waits for, with the way to the step. Nothing in a replay. */
export function HeadlineBar({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const headline = run.moment === null ? toHeadline(run) : null;
  if (headline === null) return null;
  if (headline.kind === 'signal')
    return <AnswerBar key={headline.step.activation} step={headline.step} source={source} />;
  const { error, step } = headline;
  const name = step === null ? 'The run' : source.nameOf(step.taskId);
  const isShown = step !== null && run.selectedActivation === step.activation;
  return (
    <section className={styles.bar} data-tone="error" aria-label="Why the run failed">
      <div className={styles.line}>
        <TriangleAlertIcon aria-hidden />
        <p className={styles.words} title={shortText(error.message, 4_000)}>
          <strong>{name} failed.</strong> {shortText(error.message, 1_000)} <code>{error.code}</code>
        </p>
        {step !== null && !isShown && (
          <Button size="small" onClick={() => selectActivation(step.activation)}>
            Show the step
          </Button>
        )}
      </div>
    </section>
  );
}
