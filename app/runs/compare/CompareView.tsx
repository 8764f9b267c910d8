import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { analyze } from '#engine';
import { useSession } from '../../session/index.ts';
import { type ComparedGraph, type ComparedRecord } from '../../session/relatedRuns/index.ts';
import { matchesShortcut } from '../../ui/index.ts';
import { CompareBar } from './CompareBar.tsx';
import { CompareDetails } from './CompareDetails.tsx';
import styles from './CompareView.module.css';
import { DifferenceList } from './DifferenceList.tsx';
import { type RunAndText, toCompared } from './toCompared.ts';

export interface CompareViewProps {
  readonly runs: readonly [ComparedRecord, ComparedRecord];
  /** The task that is looked at first; null: the whole run. */
  readonly taskId: string | null;
  readonly Graph: ComponentType<ComparedGraph>;
}

/** Two runs on one graph, what differs as a list, and both sides of what is chosen. N and Shift+N go from difference to difference. */
export function CompareView({ runs, taskId, Graph }: CompareViewProps): ReactNode {
  const compared = useCompared(runs);
  const [selected, setSelected] = useState(taskId);
  const different = useMemo(() => compared.tasks.filter(({ mark }) => mark.verdict !== 'same'), [compared]);
  const taken = useMemo(
    () => ({ older: compared.older.run.view.edges, newer: compared.newer.run.view.edges }),
    [compared],
  );
  const at = different.findIndex(({ taskId }) => taskId === selected);

  function move(by: 1 | -1): void {
    const next = at < 0 && by < 0 ? different.length - 1 : (at + by + different.length) % different.length;
    const task = different[next];
    if (task) setSelected(task.taskId);
  }

  // Handled wherever the focus is: the comparison fills the window.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const by = matchesShortcut(event, 'N') ? 1 : matchesShortcut(event, 'Shift+N') ? -1 : null;
      if (by === null) return;
      event.preventDefault();
      move(by);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  return (
    <div className={styles.view}>
      <CompareBar compared={compared} at={at} count={different.length} onMove={move} />
      <div className={styles.body}>
        <div className={styles.stage}>
          <Graph
            path={compared.newer.run.path}
            graph={compared.graph}
            workflow={compared.workflow}
            marks={compared.marks}
            taken={taken}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
        <div className={styles.side}>
          <DifferenceList compared={compared} selected={selected} onSelect={setSelected} />
          <CompareDetails key={selected ?? ''} compared={compared} selected={selected} />
        </div>
      </div>
    </div>
  );
}

function useCompared([one, other]: readonly [ComparedRecord, ComparedRecord]) {
  const files = useSession((state) => state.document.workspace.files);
  return useMemo(() => {
    const read = (run: ComparedRecord): RunAndText => ({
      run,
      analysis: analyze(run.path, run.source, analyze(run.path, run.source), files),
    });
    const first = read(one);
    const isSame = one.path === other.path && one.source === other.source;
    return toCompared(first, isSame ? { run: other, analysis: first.analysis } : read(other));
  }, [one, other, files]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, [contenteditable]');
}
