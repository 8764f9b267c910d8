import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/index.ts';
import { actOnRows, describeQuestion, type RunsAct } from './actOnRows.ts';
import styles from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows.ts';

/** How long after servers were asked to change runs these are read again, in ms: a cancellation takes effect later. */
const SETTLING = 1_500;

interface RunsQuestionProps {
  readonly act: RunsAct;
  readonly rows: readonly HistoryRow[];
  /** How many of the chosen runs are not meant. */
  readonly others: number;
  readonly onDone: () => void;
  readonly onChanged: () => void;
}

const WORDS = {
  delete: { yes: 'Delete', no: 'Keep' },
  cancel: { yes: 'Cancel the runs', no: 'Let them run' },
  retry: { yes: 'Retry', no: 'Not now' },
} as const satisfies Record<RunsAct, { readonly yes: string; readonly no: string }>;

/** Asks before something is done to many runs, with how many it is done to. What is deleted is kept nowhere else. */
export function RunsQuestion({ act, rows, others, onDone, onChanged }: RunsQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const { yes, no } = WORDS[act];
  const settle = async (): Promise<void> => {
    await actOnRows(act, rows);
    onChanged();
    if (rows.some(({ address }) => address !== null)) setTimeout(onChanged, SETTLING);
  };
  return (
    <fieldset className={styles.question}>
      <legend className={styles.subject}>{describeQuestion(act, rows, others)}</legend>
      <Button
        size="small"
        variant={act === 'retry' ? 'primary' : 'danger'}
        onClick={() => {
          onDone();
          void settle();
        }}
      >
        {yes}
      </Button>
      <Button ref={keep} size="small" onClick={onDone}>
        {no}
      </Button>
    </fieldset>
  );
}
