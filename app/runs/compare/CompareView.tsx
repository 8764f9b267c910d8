import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { analyze } from '#engine';
import { closeDialog, useSession } from '../../session/index.ts';
import {
  type ComparedGraph,
  type ComparedRecord,
  compareAround,
  openComparison,
} from '../../session/relatedRuns/index.ts';
import { ArrowDownIcon, ArrowUpIcon, ChevronRightIcon, GitCompareIcon, InfoIcon, XIcon } from '../../ui/icons.ts';
import {
  Button,
  formatLength,
  formatMoment,
  formatStatus,
  IconButton,
  matchesShortcut,
  StatusMark,
  useNow,
  VisuallyHidden,
} from '../../ui/index.ts';
import { CompareDetails } from './CompareDetails.tsx';
import styles from './CompareView.module.css';
import { DifferenceList } from './DifferenceList.tsx';
import { type Compared, type RunAndText, statusOfRun, toCompared, workedIn } from './toCompared.ts';

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

interface CompareBarProps {
  readonly compared: Compared;
  /** Which difference is looked at, from 0; -1: none. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
}

/** Which runs are compared, the comparison in a sentence, and the way from difference to difference. */
function CompareBar({ compared, at, count, onMove }: CompareBarProps): ReactNode {
  const { older, newer, tasks, summary, isTextChanged } = compared;
  const place = at < 0 ? `${count} ${count === 1 ? 'difference' : 'differences'}` : `${at + 1} of ${count}`;
  const chosen = tasks.filter(({ mark }) => mark.verdict !== 'same')[at];
  return (
    <header className={styles.bar}>
      <ComparePath file={newer.run.path} />
      <div className={styles.heads}>
        <RunHead word="Older" side={older} />
        <RunHead word="Newer" side={newer} />
        <Button
          size="small"
          variant="ghost"
          icon={<GitCompareIcon />}
          onClick={() => openComparison(newer.run.runId)}
          title="Compare the newer run with another one"
        >
          Choose another
        </Button>
      </div>
      <div className={styles.moves}>
        <span className={styles.place} role="status">
          {place}
          {chosen && <VisuallyHidden>{`: ${chosen.name}, ${chosen.mark.words}`}</VisuallyHidden>}
        </span>
        <IconButton
          label="Previous difference"
          shortcut="Shift+N"
          icon={<ArrowUpIcon />}
          disabled={count === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label="Next difference"
          shortcut="N"
          icon={<ArrowDownIcon />}
          disabled={count === 0}
          onClick={() => onMove(1)}
        />
        <IconButton label="Close the comparison" shortcut="Escape" icon={<XIcon />} onClick={closeDialog} />
      </div>
      <p className={styles.summary}>
        <span>{`${summary}.`}</span>
        {isTextChanged && (
          <span className={styles.note}>
            <InfoIcon aria-hidden />
            The workflow was changed between these runs: a task that only one of them has is drawn as well.
          </span>
        )}
        {older.run.path !== newer.run.path && (
          <span className={styles.note}>
            <InfoIcon aria-hidden />
            {`These are runs of different files, ${older.run.path} and ${newer.run.path}: tasks are compared by their ids.`}
          </span>
        )}
        {[older, newer].some(({ run }) => run.view.status === 'running') && (
          <span className={styles.note}>
            <InfoIcon aria-hidden />A run has not ended yet: it is compared as far as it got, again and again.
          </span>
        )}
      </p>
    </header>
  );
}

function RunHead({ word, side: { run } }: { readonly word: string; readonly side: RunAndText }): ReactNode {
  const now = useNow(false);
  const marks = [
    ...(run.playedOn === undefined ? [] : [`on ${run.playedOn}`]),
    ...(run.isImported === true ? ['imported'] : []),
    ...(run.forkedFrom === undefined ? [] : ['fork']),
    ...(run.simulate || run.simulated ? ['simulated'] : []),
  ];
  const worked = workedIn(run.view, run.view.idle);
  const length = worked === null ? [] : [formatLength(worked)];
  const status = statusOfRun(run);
  return (
    <div className={styles.head}>
      <span className={styles.word}>{word}</span>
      <StatusMark status={status} isDecorative />
      <span className={styles.when} title={run.path}>
        {[formatMoment(run.startedAt, now), formatStatus(status), ...length, ...marks].join(' · ')}
      </span>
    </div>
  );
}

/** Of a comparison of runs inside: the files around them and the tasks that lead here, with ways back. */
export function ComparePath({ file }: { readonly file: string }): ReactNode {
  const comparison = useSession((state) => state.run.comparison);
  const around = comparison?.around ?? [];
  if (around.length === 0) return null;
  return (
    <nav className={styles.path} aria-label="Comparisons around this one">
      <ol>
        {around.map(({ runId, file: outer, taskId }, depth) => (
          <li key={runId}>
            <Button
              size="small"
              variant="ghost"
              onClick={() => compareAround(depth)}
              title={`Back to the comparison of the runs of ${outer}`}
            >
              {`${outer} · ${taskId}`}
            </Button>
            <ChevronRightIcon aria-hidden />
          </li>
        ))}
        <li aria-current="page">{file}</li>
      </ol>
    </nav>
  );
}
