import type { ReactNode } from 'react';
import { isJsonObject, type Json } from '#engine/values';
import type { ShownRun } from '../../session/run/index.ts';
import { XIcon } from '../../ui/icons.ts';
import {
  Button,
  classes,
  IconButton,
  isLongerThan,
  lazyPart,
  previewOf,
  StatusMark,
  shortText,
  shownJsonPieces,
  Tabs,
} from '../../ui/index.ts';
import bar from '../parts/bar.module.css';
import styles from '../parts/step.module.css';
import { RunInput, RunOutput } from './RunOutput.tsx';
import { closeResult, type ResultPart, showResult } from './resultPanel.ts';

const RunText = lazyPart(() => import('./RunText.tsx').then((module) => module.RunText));

interface RunResultProps {
  readonly run: ShownRun;
  readonly part: ResultPart;
}

/** A run as a whole, in the place of a step: what it was started with, what it gave, and the text that ran. */
export function RunResult({ run, part }: RunResultProps): ReactNode {
  return (
    <section id={PANEL} className={classes(styles.panel, styles.whole)} aria-label="Result of the run">
      <Tabs<ResultPart>
        label="Parts of the run"
        value={part}
        onChange={showResult}
        tabs={[
          { value: 'input', label: 'Input', content: <RunInput run={run} /> },
          { value: 'output', label: 'Output', content: <RunOutput run={run} /> },
          { value: 'text', label: 'Text', content: <RunText run={run} /> },
        ]}
      />
      <div className={styles.corner}>
        <StatusMark status={run.view.status} />
        <IconButton label="Close the result" icon={<XIcon />} size="small" onClick={() => closeResult(run)} />
      </div>
    </section>
  );
}

/** The output in a line, where there is no room next to the steps. */
export function ResultBar({ run }: { readonly run: ShownRun }): ReactNode {
  const { output } = run.view;
  return (
    <section className={bar.bar} data-tone="success" aria-label="Result of the run">
      <div className={bar.line} data-single>
        <p className={bar.words}>
          <strong>Output</strong> {inShort(output)}
        </p>
        <Button size="small" onClick={readOutput}>
          Read
        </Button>
      </div>
    </section>
  );
}

const PANEL = 'run-result-panel';

/** Opens the output in place of the line, and leads there: the button is gone then. */
function readOutput(): void {
  showResult('output');
  requestAnimationFrame(() =>
    document.getElementById(PANEL)?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(),
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
