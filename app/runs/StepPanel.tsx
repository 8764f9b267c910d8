import { type ReactNode, useState } from 'react';
import type { ActivationView, EffectView, Json, RunError } from '#engine';
import { copyText, selectActivation } from '../session/index.ts';
import { XIcon } from '../ui/icons.ts';
import { Badge, IconButton, StatusMark, Tabs, ValueTree } from '../ui/index.ts';
import { formatLength } from './formatMoment.ts';
import styles from './StepPanel.module.css';

type Part = 'input' | 'output' | 'calls';

/** One step of a run: what went in, what came out, what failed, each attempt, and the calls it made. */
export function StepPanel({ step, name }: { readonly step: ActivationView; readonly name: string }): ReactNode {
  const [part, setPart] = useState<Part>('output');
  return (
    <section className={styles.panel} aria-label={`Step ${name}`}>
      <header className={styles.header}>
        <StatusMark status={step.status} />
        <strong className={styles.name}>{name}</strong>
        {step.simulated && <Badge tone="warning">Simulated</Badge>}
        <span className={styles.length}>{lengthOf(step)}</span>
        <IconButton label="Close step" icon={<XIcon />} size="small" onClick={() => selectActivation(null)} />
      </header>
      {step.error && <ErrorNote error={step.error} />}
      {step.attempts.length > 1 && <Attempts step={step} />}
      <Tabs<Part>
        label="Parts of the step"
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'input', label: 'Input', content: <Value label="input" value={step.input} /> },
          {
            value: 'output',
            label: 'Output',
            content: <Value label={`tasks.${step.taskId}.output`} value={step.output} />,
          },
          { value: 'calls', label: 'Calls', count: step.effects.length, content: <Calls effects={step.effects} /> },
        ]}
      />
    </section>
  );
}

function lengthOf({ startedAt, endedAt }: ActivationView): string {
  return startedAt !== null && endedAt !== null ? formatLength(endedAt - startedAt) : '';
}

function Value({ label, value }: { readonly label: string; readonly value: Json }): ReactNode {
  return (
    <div className={styles.value}>
      <ValueTree key={label} label={label} value={value} onCopy={(text) => void copyText(text)} />
    </div>
  );
}

function ErrorNote({ error }: { readonly error: RunError }): ReactNode {
  return (
    <div className={styles.error} role="note">
      <code>{error.code}</code>
      <p>{error.message}</p>
      {error.details !== null && <Value label="error.details" value={error.details} />}
    </div>
  );
}

function Attempts({ step }: { readonly step: ActivationView }): ReactNode {
  return (
    <ol className={styles.attempts} aria-label="Attempts">
      {step.attempts.map((attempt) => (
        <li key={attempt.attempt} data-failed={attempt.error !== null || undefined}>
          Attempt {attempt.attempt}
          {attempt.endedAt !== null && ` · ${formatLength(attempt.endedAt - attempt.startedAt)}`}
          {attempt.error && ` · ${attempt.error.code}: ${attempt.error.message}`}
        </li>
      ))}
    </ol>
  );
}

function Calls({ effects }: { readonly effects: readonly EffectView[] }): ReactNode {
  if (effects.length === 0) return <p className={styles.none}>This step called no model and no tool.</p>;
  return effects.map((effect) => (
    <details key={effect.key} className={styles.call} open={effects.length === 1}>
      <summary>
        <Badge tone={effect.kind === 'model' ? 'agent' : 'tool'}>{effect.kind === 'model' ? 'Model' : 'Tool'}</Badge>
        <span className={styles.name}>{effect.name}</span>
        {effect.simulated && <Badge tone="warning">Simulated</Badge>}
        {effect.error && <Badge tone="error">{effect.error.code}</Badge>}
        <span className={styles.length}>
          {effect.endedAt === null ? '' : formatLength(effect.endedAt - effect.startedAt)}
        </span>
      </summary>
      <h4>Request</h4>
      <Value label="request" value={effect.request} />
      <h4>Response</h4>
      {effect.error ? <ErrorNote error={effect.error} /> : <Value label="response" value={effect.response} />}
    </details>
  ));
}
