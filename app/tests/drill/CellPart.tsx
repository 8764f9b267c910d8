import type { ReactNode } from 'react';
import { type DrillCell, saveDrillRun, showDrillRun, showPlace } from '../../session/tests/index.ts';
import { Button, GivenName, PanelSection } from '../../ui/index.ts';
import styles from './drill.module.css';
import { nameFault, wordsFor } from './verdicts.ts';

/** What came of one fault of one place, in words, and the ways to its run and its line. */
export function CellPart({ path, cell }: { readonly path: string; readonly cell: DrillCell }): ReactNode {
  const { place, fault, why, allowed, test, at, verdict } = cell;
  return (
    <PanelSection
      title={
        <>
          <GivenName name={place} isQuoted={false} />
          {`: ${nameFault(fault)}`}
        </>
      }
    >
      <p className={styles.why}>
        <strong>{wordsFor(cell)}</strong>
        {`. ${why}`}
        {allowed !== null && ` Wanted: ${allowed}`}
      </p>
      <p className={styles.words}>
        Played in <GivenName name={test} />
      </p>
      <div className={styles.acts}>
        <Button size="small" onClick={() => void showDrillRun(cell)}>
          Show its run
        </Button>
        <Button
          size="small"
          variant="ghost"
          disabled={verdict === 'hangs'}
          title={verdict === 'hangs' ? 'This run does not end, so no test can expect its end' : undefined}
          onClick={() => void saveDrillRun(cell)}
        >
          Save as test
        </Button>
        <Button size="small" variant="ghost" onClick={() => showPlace(path, at)}>
          {`Task, line ${at.line}`}
        </Button>
      </div>
    </PanelSection>
  );
}
