import type { ReactNode } from 'react';
import type { ErrorPause } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { setErrorPause } from '../../session/run/index.ts';
import { PanelSection, SegmentedControl } from '../../ui/index.ts';
import styles from './debug.module.css';

const POSITIONS: readonly { readonly value: ErrorPause; readonly label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'unhandled', label: 'Unhandled' },
  { value: 'all', label: 'All' },
];

const MEANINGS = {
  off: 'A failure is retried and handled as the workflow says.',
  unhandled: 'A run pauses where a task fails that is not tried again, and that nothing in the workflow handles.',
  all: 'A run pauses wherever a task fails, before it is tried again or handled.',
} as const satisfies Record<ErrorPause, string>;

/** Which failures pause runs in this browser. */
export function ErrorPausePart(): ReactNode {
  const pauses = useSession((state) => state.run.errorPause);
  return (
    <PanelSection title="Pause on errors">
      <SegmentedControl
        label="Pause on errors"
        size="small"
        value={pauses}
        options={POSITIONS}
        onChange={setErrorPause}
      />
      <p className={styles.hint}>{MEANINGS[pauses]}</p>
    </PanelSection>
  );
}
