import { type ReactNode, useState } from 'react';
import type { ActivationView } from '#engine/run';
import type { Json } from '#engine/values';
import { downloadBlob } from '../platform/index.ts';
import { closeDialog, copyText, useSession } from '../session/index.ts';
import { viewOf } from '../session/run/index.ts';
import { XIcon } from '../ui/icons.ts';
import { formatStatus, IconButton, Screen, SegmentedControl, StatusMark, ValueReader } from '../ui/index.ts';
import { useRunSource } from './parts/toRunSource.ts';
import styles from './ValueDialog.module.css';

type ValueKind = 'output' | 'input' | 'error';

/** What the selected step of the run gave, got, or failed with, in the whole window. */
export function ValueDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'value');
  const step = useSession(({ run: { shown } }) =>
    shown === null || shown.selectedActivation === null
      ? undefined
      : viewOf(shown).activations.get(shown.selectedActivation),
  );
  return isOpen && step !== undefined ? <StepValues key={step.activation} step={step} /> : null;
}

function StepValues({ step }: { readonly step: ActivationView }): ReactNode {
  const parts = listParts(step);
  const [wanted, setWanted] = useState<ValueKind | null>(null);
  const { part, label, value } = parts.find((each) => each.part === wanted) ?? parts[0];
  const name = useRunSource()?.nameOf(step.taskId) ?? step.taskId;
  return (
    <Screen isOpen isFull onClose={closeDialog} label={`Values of ${name}`}>
      <header className={styles.header}>
        <StatusMark status={step.status} />
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        <span className={styles.status}>{formatStatus(step.status)}</span>
        <SegmentedControl
          label="Which value"
          size="small"
          value={part}
          onChange={setWanted}
          options={parts.map((each) => ({ value: each.part, label: WORDS[each.part] }))}
        />
        <IconButton label="Close" icon={<XIcon />} onClick={closeDialog} />
      </header>
      <div className={styles.body}>
        <ValueReader
          key={part}
          label={label}
          value={value}
          isFull
          onCopy={(text) => void copyText(text)}
          onSave={downloadBlob}
        />
      </div>
    </Screen>
  );
}

const WORDS = { output: 'Output', input: 'Input', error: 'Error' } as const;

interface StepPart {
  readonly part: ValueKind;
  readonly label: string;
  readonly value: Json;
}

/** The one that a person looks for first: why it failed, else what it gave. */
function listParts({ taskId, input, output, error }: ActivationView): readonly [StepPart, ...StepPart[]] {
  const values: [StepPart, StepPart] = [
    { part: 'output', label: `tasks.${taskId}.output`, value: output },
    { part: 'input', label: 'input', value: input },
  ];
  return error === null ? values : [{ part: 'error', label: 'error', value: { ...error } }, ...values];
}
