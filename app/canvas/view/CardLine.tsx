import { openDrawer, selectActivation, session, useSession } from '../../session/index.ts';
import { paintOf, textOfTask } from '../../session/run/index.ts';
import { classes, lazyPart, shortText } from '../../ui/index.ts';
import type { CardState } from '../model/toCardState.ts';
import type { TaskData } from '../model/toFlowNodes.ts';
import { useCardResult, useFailed, useTimes } from '../state/useCardState.ts';
import styles from './CardLine.module.css';

// With it come the declarations of all built-ins.
const BuiltInTitle = lazyPart(
  () => import('./BuiltInTitle.tsx').then((module) => module.BuiltInTitle),
  ({ use }) => use,
);

/** Longest text of a title, in characters. */
const LONGEST = 400;

/** Longest end of an error that is always in view, in characters: half of a card. */
const LONGEST_END = 14;

interface CardLineProps {
  readonly data: TaskData;
  readonly state: CardState | null;
  /** Whether the run on screen ran another text of the task. */
  readonly isStale: boolean;
}

/** The line below the name: what the task uses; in a run what its model says, then what came of it; how often and for how long. */
export function CardLine({ data, state, isStale }: CardLineProps) {
  return (
    <span className={styles.line}>
      <Said data={data} look={state?.look} />
      {isStale && (
        <span className={styles.elapsed} title="Changed since the run on screen, which ran another text of it">
          changed
        </span>
      )}
      {state?.repeats && (
        <span className={styles.elapsed} role="img" aria-label="Made again" title={state.repeats}>
          ↻
        </span>
      )}
      {state !== null && <Times taskId={data.taskId} />}
      {state?.elapsed && <span className={styles.elapsed}>{state.elapsed}</span>}
    </span>
  );
}

/** How often a task ran in the run on screen, where that was more than once. */
export function Times({ taskId }: { readonly taskId: string }) {
  const times = useTimes(taskId);
  const failed = useFailed(taskId);
  if (times < 2) return null;
  const count = times.toLocaleString('en');
  const words = `Ran ${count} times${failed === 0 ? '' : `, ${failed.toLocaleString('en')} failed`}`;
  return (
    <span className={styles.elapsed} role="img" aria-label={words} title={words}>
      ×{count}
    </span>
  );
}

function Said({ data, look }: { readonly data: TaskData; readonly look: CardState['look'] | undefined }) {
  const said = useSession((state) => lastOf(textOfTask(state, data.taskId)));
  const result = useCardResult(data.taskId, data.kind);
  if (said !== undefined) {
    return (
      <span className={classes(styles.text, styles.saying)}>
        <bdi>{said}</bdi>
      </span>
    );
  }
  if (result === null) {
    return (
      <span className={styles.text} title={data.usesWhole}>
        {data.kind.startsWith('core:') ? <BuiltInTitle use={data.uses} /> : data.uses}
      </span>
    );
  }
  return (
    // Not a stop of its own: Enter on the card leads to the inspector, which has the whole under Last run.
    <button
      type="button"
      tabIndex={-1}
      className={classes(styles.text, styles.result, look === 'error' && styles.error)}
      title={`${shortText(result, LONGEST)}\nClick to read all of it.`}
      onClick={() => showStep(data.taskId)}
    >
      {look === 'error' || look === 'handled' ? <BothEnds text={result} /> : result}
    </button>
  );
}

/** A line that omits its middle where it has no room: errors begin alike, and end with what sets them apart. */
function BothEnds({ text }: { readonly text: string }) {
  const end = text.indexOf(' ', text.length - LONGEST_END);
  if (end <= 0) return text;
  return (
    <span className={styles.bothEnds}>
      <span className={styles.beginning}>{text.slice(0, end)}</span>
      <span className={styles.end}>{text.slice(end)}</span>
    </span>
  );
}

/** Shows the step that the card tells of, with its whole output. */
function showStep(taskId: string): void {
  selectActivation(paintOf(session.getState(), taskId)?.activation ?? null);
  openDrawer('timeline');
}

/** The end of a text, more of it than a card can show: the line cuts what is too much at its beginning. */
function lastOf(text: string | undefined): string | undefined {
  return text?.slice(-80).replace(/\s+/g, ' ').trim();
}
