import type { ReactNode } from 'react';
import { tellError, tellWarning } from '#engine/run';
import { useAction } from '../../actions/index.ts';
import { selectActivation, useSession } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { explainNoRetry } from '../../session/runSteps/index.ts';
import { TriangleAlertIcon } from '../../ui/icons.ts';
import { Button, lazyPart, shortText } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import type { RunSource } from '../parts/toRunSource.ts';
import { showResult } from './resultPanel.ts';
import { type Headline, toHeadline } from './toHeadline.ts';

const AnswerBar = lazyPart(() => import('../step/AnswerBar.tsx').then((module) => module.AnswerBar));

/** Why the run on screen failed, or what it waits for, with the way to the step. Nothing in a replay. */
export function HeadlineBar({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const headline = run.moment === null ? toHeadline(run) : null;
  if (headline === null) return null;
  if (headline.kind === 'signal')
    return <AnswerBar key={headline.step.activation} step={headline.step} source={source} />;
  if (headline.kind === 'items') return <FailedItems {...headline} name={source.nameOf(headline.group.taskId)} />;
  if (headline.kind === 'warnings') return <Warnings {...headline} run={run} source={source} />;
  const { error, step } = headline;
  const name = step === null ? 'The run' : source.nameOf(step.taskId);
  const isShown = step !== null && run.selectedActivation === step.activation;
  return (
    <section className={styles.bar} data-tone="error" aria-label="Why the run failed">
      <div className={styles.line}>
        <TriangleAlertIcon aria-hidden />
        <p className={styles.words} title={shortText(tellError(error), 4_000)}>
          <strong>{name} failed.</strong> {shortText(tellError(error), 1_000)} <code>{error.code}</code>
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

type WarningsProps = Omit<Extract<Headline, { readonly kind: 'warnings' }>, 'kind'> & {
  readonly run: ShownRun;
  readonly source: RunSource;
};

/** That a run ended well and warned, with the first warning and the way to its step. */
function Warnings({ warnings, step, run, source }: WarningsProps): ReactNode {
  const [first] = warnings;
  if (first === undefined) return null;
  const name = step === null ? null : source.nameOf(step.taskId);
  const rest = warnings.length - 1;
  return (
    <section className={styles.bar} data-tone="warning" aria-label="Warnings of the run">
      <div className={styles.line}>
        <TriangleAlertIcon aria-hidden />
        <p className={styles.words}>
          <strong>{name === null ? 'Succeeded with a warning.' : `${name} succeeded with a warning.`}</strong>{' '}
          {shortText(tellWarning(first, run.view), 1_000)}
        </p>
        {step !== null && run.selectedActivation !== step.activation && (
          <Button size="small" onClick={() => selectActivation(step.activation)}>
            Show the step
          </Button>
        )}
        {rest > 0 && (
          <Button size="small" onClick={() => showResult('output')}>
            {`${rest.toLocaleString('en')} more`}
          </Button>
        )}
      </div>
    </section>
  );
}

type FailedItemsProps = Omit<Extract<Headline, { readonly kind: 'items' }>, 'kind'> & { readonly name: string };

/** That items failed though the run ended well, with the ways to the first and to what runs them again. */
function FailedItems({ name, failed, total }: FailedItemsProps): ReactNode {
  const next = useAction('run.nextFailed');
  const retry = useAction('run.retryFailed');
  const hint = useSession(explainNoRetry);
  return (
    <section className={styles.bar} data-tone="error" aria-label="Items that failed">
      <div className={styles.line}>
        <TriangleAlertIcon aria-hidden />
        <p className={styles.words}>
          <strong>{`${failed.toLocaleString('en')} of ${total.toLocaleString('en')} items of ${name} failed.`}</strong>{' '}
          The run continued without them.
        </p>
        <Button size="small" title="E" onClick={next.run}>
          Next failed
        </Button>
        <Button size="small" disabled={!retry.isEnabled} title={hint} onClick={retry.run}>
          Retry failed only
        </Button>
      </div>
    </section>
  );
}
