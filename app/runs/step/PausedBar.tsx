import { type ReactNode, useState } from 'react';
import type { PausedView, StepScope } from '#engine/run';
import { useAction } from '../../actions/index.ts';
import { openStopped } from '../../session/relatedRuns/index.ts';
import { doubleBudget, editRunValue, type ShownRun } from '../../session/run/index.ts';
import { EyeIcon, GitForkIcon, PauseIcon, PencilIcon, PlayIcon, StepForwardIcon } from '../../ui/icons.ts';
import { Button, lazyPart, shortText } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import { listUndecided } from '../parts/repeats.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { useScope } from './useScope.ts';
import { ValueForm } from './ValueForm.tsx';

const FailureBar = lazyPart(() => import('./FailureBar.tsx').then((module) => module.FailureBar));
const CutOffBar = lazyPart(() => import('./CutOffBar.tsx').then((module) => module.CutOffBar));

/** Longest text of what the next task gets, in characters; and in its title. */
const LONGEST = 160;
const LONGEST_TITLE = 4_000;

/** What tells for which item a task starts. */
const ITEM = ['index'] as const;

/** Why the run on screen is paused, what comes next and what it gets; lets the user change that, step and resume. */
export function PausedBar({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const { paused } = run.view;
  if (run.view.status !== 'running' || run.moment !== null) return null;
  const calls = listUndecided(run);
  if (calls.length > 0) return <CutOffBar calls={calls} source={source} />;
  if (paused === null || paused.reason === 'interrupted') return null;
  if (paused.failed !== undefined)
    return (
      <FailureBar
        key={`${paused.failed.activation} ${paused.failed.attempt}`}
        run={run}
        failed={paused.failed}
        source={source}
      />
    );
  return <Bar key={paused.next?.activation ?? 'none'} paused={paused} source={source} isServed={run.server !== null} />;
}

interface BarProps {
  readonly paused: PausedView;
  readonly source: RunSource;
  /** True: on a server, which neither steps nor takes other values. */
  readonly isServed: boolean;
}

function Bar({ paused, source, isServed }: BarProps): ReactNode {
  const { next } = paused;
  const [isEditing, setIsEditing] = useState(false);
  const looked = useScope(next?.activation ?? null, ITEM);
  const scope = looked?.ok === true ? looked.value : null;
  const gets = scope?.input?.ok === true ? scope.input.value : (next?.passed ?? null);
  const resume = useAction('run.pause');
  const step = useAction('run.step');
  const fork = useAction('run.fork');
  return (
    <section className={styles.bar} aria-label="The run is paused">
      <div className={styles.line}>
        <PauseIcon aria-hidden />
        <p className={styles.words}>
          <strong>{describePause(paused, source)}</strong>{' '}
          {next === null ? (
            <span>Nothing new starts. What is running finishes.</span>
          ) : (
            <span title={shortText(JSON.stringify(gets), LONGEST_TITLE)}>
              {describeItem(scope)}It gets <code>{shortText(JSON.stringify(gets), LONGEST)}</code>
            </span>
          )}
        </p>
        {next !== null && !isEditing && !isServed && (
          <Button size="small" variant="ghost" icon={<PencilIcon />} onClick={() => setIsEditing(true)}>
            Change what it gets
          </Button>
        )}
        {paused.child !== undefined && (
          <Button size="small" icon={<EyeIcon />} onClick={() => void openStopped()}>
            Open
          </Button>
        )}
        {paused.reason === 'budget' && !isServed && (
          <Button size="small" onClick={() => void doubleBudget()}>
            Double the budget
          </Button>
        )}
        {isServed ? (
          <Button
            size="small"
            icon={<GitForkIcon />}
            disabled={!fork.isEnabled}
            title="Servers cannot step or change values: a fork in this browser, paused here, can do both"
            onClick={fork.run}
          >
            Fork it here
          </Button>
        ) : (
          <Button size="small" icon={<StepForwardIcon />} disabled={!step.isEnabled} onClick={step.run}>
            Step
          </Button>
        )}
        <Button size="small" variant="primary" icon={<PlayIcon />} disabled={!resume.isEnabled} onClick={resume.run}>
          Resume
        </Button>
      </div>
      {next !== null && isEditing && (
        <ValueForm
          label={`Input of ${source.nameOf(next.taskId)}, as JSON`}
          value={gets}
          onCancel={() => setIsEditing(false)}
          onSave={(value) => {
            setIsEditing(false);
            void editRunValue({ activation: next.activation, target: 'input', value });
          }}
        />
      )}
    </section>
  );
}

/** For which item the next task starts, as it is told to a person: from 1. */
function describeItem(scope: StepScope | null): string {
  const [index] = scope?.values ?? [];
  return index?.ok === true && typeof index.value === 'number' ? `It is item ${index.value + 1}. ` : '';
}

function describePause({ reason, breakpoint, missing, next }: PausedView, source: RunSource): string {
  const before = next === null ? '' : ` before ${source.nameOf(next.taskId)}`;
  if (reason === 'breakpoint') {
    const isEdge = breakpoint !== null && 'edge' in breakpoint.at;
    const why = breakpoint?.condition == null ? '' : `, since ${breakpoint.condition}`;
    return `Paused at ${isEdge ? 'the breakpoint of a connection,' : 'a breakpoint'}${before}${why}.`;
  }
  if (missing !== undefined) return `Paused: ${missing.message}`;
  if (reason === 'child') return 'Paused: a run inside has stopped.';
  if (reason === 'parent') return `Paused${before}, with the run around it.`;
  if (reason === 'budget') return `Paused${before}: the budget is spent.`;
  return `Paused${before}.`;
}
