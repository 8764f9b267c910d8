import { type ReactNode, useState } from 'react';
import { isJsonObject, type Json } from '#engine/values';
import { downloadBlob } from '../../platform/index.ts';
import { copyText, openDrawer } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { XIcon } from '../../ui/icons.ts';
import {
  Button,
  IconButton,
  isLongerThan,
  previewOf,
  StatusMark,
  shortText,
  shownJsonPieces,
  ValueReader,
} from '../../ui/index.ts';
import bar from '../parts/bar.module.css';
import styles from '../parts/step.module.css';

/** What a run gave, open next to its steps once it has ended and no step is looked at. */
export function EndOutput({ run, onClose }: { readonly run: ShownRun; readonly onClose: () => void }): ReactNode {
  return (
    <section className={styles.panel} aria-label="What the run gave">
      <header className={styles.header}>
        <StatusMark status="success" />
        <strong className={styles.name}>Output</strong>
        <span className={styles.length} />
        <IconButton label="Close the output" icon={<XIcon />} size="small" onClick={onClose} />
      </header>
      <div className={styles.whole}>
        <ValueReader
          label="output"
          value={run.view.output}
          isResult
          onCopy={(text) => void copyText(text)}
          onSave={downloadBlob}
        />
      </div>
    </section>
  );
}

/** The same in a line, where there is no room next to the steps. */
export function EndOutputBar({ run }: { readonly run: ShownRun }): ReactNode {
  const { output } = run.view;
  return (
    <section className={bar.bar} data-tone="success" aria-label="What the run gave">
      <div className={bar.line} data-single>
        <p className={bar.words}>
          <strong>Output</strong> {inShort(output)}
        </p>
        <Button size="small" onClick={() => openDrawer('output')}>
          Read
        </Button>
      </div>
    </section>
  );
}

/** The longest line, in characters. */
const LONGEST = 200;

/** A value in one line; of a map with one member, that member. What is short is read in it as a whole. */
function inShort(output: Json): string {
  const [only, ...others] = isJsonObject(output) ? Object.keys(output).slice(0, 2) : [];
  const value = only !== undefined && others.length === 0 && isJsonObject(output) ? (output[only] ?? null) : output;
  if (typeof value === 'string') return shortText(value, LONGEST);
  return isLongerThan(value, LONGEST)
    ? previewOf(value)
    : [...shownJsonPieces(value)].join(' ').replaceAll(/\s+/g, ' ');
}

/** Whether the output of a run is open next to its steps: until it is closed, for each run again. */
export function useEndOutput(run: ShownRun | null): { readonly isOpen: boolean; readonly close: () => void } {
  const [closed, setClosed] = useState<string | null>(null);
  const isOver = run !== null && run.view.status === 'success' && run.moment === null && run.view.output !== null;
  return { isOpen: isOver && closed !== run.runId, close: () => setClosed(run?.runId ?? null) };
}
