import { type ReactNode, useState } from 'react';
import type { ActivationView } from '#engine';
import { selectActivation } from '../session/index.ts';
import { SparklesIcon, XIcon } from '../ui/icons.ts';
import { Badge, formatStatus, IconButton, StatusMark, Tabs } from '../ui/index.ts';
import { formatLength } from './formatMoment.ts';
import { SignalForm } from './SignalForm.tsx';
import styles from './StepPanel.module.css';
import { Attempts, Calls, ErrorNote, StepValue } from './StepParts.tsx';

type Part = 'input' | 'output' | 'calls';

/** One step of a run: what went in, what came out, what failed, each attempt, the calls it made, and the signal it waits for. */
export function StepPanel({ step, name }: { readonly step: ActivationView; readonly name: string }): ReactNode {
  const [part, setPart] = useState<Part>('output');
  return (
    <section className={styles.panel} aria-label={`Step ${name}`}>
      <header className={styles.header}>
        <StatusMark status={step.status} />
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        {step.simulated && (
          <Badge tone="warning" icon={<SparklesIcon />}>
            Simulated
          </Badge>
        )}
        <span className={styles.length}>{lengthOf(step)}</span>
        <IconButton label="Close step" icon={<XIcon />} size="small" onClick={() => selectActivation(null)} />
      </header>
      {step.status === 'waiting' && <SignalForm step={step} />}
      {step.error && <ErrorNote error={step.error} />}
      {step.attempts.length > 1 && <Attempts step={step} />}
      <Tabs<Part>
        label="Parts of the step"
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'input', label: 'Input', content: <StepValue label="input" value={step.input} /> },
          { value: 'output', label: 'Output', content: <StepOutput step={step} /> },
          { value: 'calls', label: 'Calls', count: step.effects.length, content: <Calls effects={step.effects} /> },
        ]}
      />
    </section>
  );
}

function StepOutput({ step }: { readonly step: ActivationView }): ReactNode {
  const { status, output, taskId } = step;
  if (status === 'success' || output !== null) return <StepValue label={`tasks.${taskId}.output`} value={output} />;
  const isOver = step.endedAt !== null;
  return (
    <p className={styles.none}>
      {isOver ? `It ended without an output: ${formatStatus(status).toLowerCase()}.` : 'It has not ended yet.'}
    </p>
  );
}

function lengthOf({ startedAt, endedAt }: ActivationView): string {
  return startedAt !== null && endedAt !== null ? formatLength(endedAt - startedAt) : '';
}
