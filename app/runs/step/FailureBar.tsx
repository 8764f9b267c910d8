import { type ReactNode, useEffect, useState } from 'react';
import { type FailureAnswer, type PausedView, tellError } from '#engine/run';
import { useAction } from '../../actions/index.ts';
import { selectActivation, session } from '../../session/index.ts';
import { answerFailure, type ShownRun } from '../../session/run/index.ts';
import { RotateCwIcon, TriangleAlertIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import type { RunSource } from '../parts/toRunSource.ts';
import { ValueForm } from './ValueForm.tsx';

interface FailureBarProps {
  readonly run: ShownRun;
  readonly failed: NonNullable<PausedView['failed']>;
  readonly source: RunSource;
}

/** The failure that a run is paused for, and what can become of it: another attempt, an output by hand, or the error as it is. */
export function FailureBar({ run, failed, source }: FailureBarProps): ReactNode {
  const [form, setForm] = useState<'input' | 'output' | null>(null);
  const resume = useAction('run.pause');
  const { activation, attempt, error, taskId } = failed;
  const name = source.nameOf(taskId);
  const step = run.view.activations.get(activation);
  const told = tellError(error);
  useEffect(() => {
    // Its error, its calls and its scope are next to the timeline, unless another step is looked at.
    if (session.getState().run.shown?.selectedActivation === null) selectActivation(activation);
  }, [activation]);
  const answer = (given: FailureAnswer): void => {
    setForm(null);
    void answerFailure(activation, given);
  };
  return (
    <section className={styles.bar} data-tone="error" aria-label="The run is paused at an error">
      <div className={styles.line}>
        <TriangleAlertIcon aria-hidden />
        <p className={styles.words}>
          <strong>{`${name} failed${attempt > 1 ? `, attempt ${attempt}` : ''}.`}</strong>{' '}
          <span title={told}>{told}</span>
        </p>
        <Button size="small" variant="primary" icon={<RotateCwIcon />} onClick={() => answer({ as: 'retry' })}>
          Try again
        </Button>
        <Button size="small" aria-expanded={form === 'input'} onClick={() => setForm('input')}>
          Change its input…
        </Button>
        <Button size="small" aria-expanded={form === 'output'} onClick={() => setForm('output')}>
          Give an output…
        </Button>
        <Button
          size="small"
          title="Retries and handlers decide, as without the pause (F8)"
          disabled={!resume.isEnabled}
          onClick={resume.run}
        >
          Continue as an error
        </Button>
      </div>
      {form === 'input' && (
        <ValueForm
          key="input"
          label={`Input of ${name}, as JSON`}
          value={step?.input ?? null}
          action="Try again with this input"
          onCancel={() => setForm(null)}
          onSave={(input) => answer({ as: 'retry', input })}
        />
      )}
      {form === 'output' && (
        <ValueForm
          key="output"
          label={`Output of ${name}, as JSON`}
          value={{}}
          action="Continue with this output"
          onCancel={() => setForm(null)}
          onSave={(output) => answer({ as: 'success', output })}
        />
      )}
    </section>
  );
}
