import { type ReactNode, useEffect, useRef } from 'react';
import type { RunEvent, RunView } from '#engine/run';
import { selectActivation } from '../../session/index.ts';
import { type ShownRun, showMoment } from '../../session/run/index.ts';
import { forkHere } from '../../session/servedRuns/index.ts';
import { revealRow, useRowHeight, useWindow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { describeEvent } from './describeEvent.ts';
import styles from './EventList.module.css';

const ROW_HEIGHT = 24;
/** How near the end, in px, the list must be scrolled to follow new events. */
const NEAR = 60;

interface EventListProps {
  readonly run: ShownRun;
  readonly source: RunSource;
  /** Index of the event that a search has led to; -1: none. */
  readonly found: number;
}

/** Everything that happened in a run, in order; follows a running run while its end is in view. */
export function EventList({ run, source, found }: EventListProps): ReactNode {
  const { events } = run;
  const origin = run.view.startedAt ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  const height = useRowHeight(ROW_HEIGHT);
  const [first, last] = useWindow(scroller, events.length, height);
  useEffect(() => {
    const list = scroller.current;
    const oldHeight = before.current * height;
    const wasAtEnd = list !== null && before.current > 0 && list.scrollTop + list.clientHeight >= oldHeight - NEAR;
    before.current = events.length;
    if (wasAtEnd) list.scrollTop = list.scrollHeight;
  }, [events.length, height]);
  useEffect(() => {
    // The head takes the place of a row.
    if (found >= 0) revealRow(scroller.current, found + 1, height);
    revealRow(scroller.current, found, height);
  }, [found, height]);
  return (
    <div ref={scroller} className={styles.list} tabIndex={0} role="region" aria-label="Events of the run">
      <table style={{ height: ROW_HEIGHT + events.length * height }}>
        <thead>
          <tr style={{ height: ROW_HEIGHT }}>
            <th scope="col" className={styles.time}>
              Time, s
            </th>
            <th scope="col" className={styles.type}>
              Event
            </th>
            <th scope="col" className={styles.task}>
              Task
            </th>
            <th scope="col">What happened</th>
          </tr>
        </thead>
        <tbody>
          <tr style={{ height: first * height }} aria-hidden />
          {events.slice(first, last).map((event, index) => (
            <EventRow
              key={event.seq}
              event={event}
              height={height}
              view={run.view}
              origin={origin}
              source={source}
              count={first + index + 1}
              isShown={run.moment?.count === first + index + 1}
              isFound={found === first + index}
            />
          ))}
          <tr style={{ height: (events.length - last) * height }} aria-hidden />
        </tbody>
      </table>
    </div>
  );
}

interface EventRowProps {
  readonly event: RunEvent;
  /** In px. */
  readonly height: number;
  readonly view: RunView;
  readonly origin: number;
  readonly source: RunSource;
  /** How many events had happened with it. */
  readonly count: number;
  /** Whether this instant is looked at. */
  readonly isShown: boolean;
  readonly isFound: boolean;
}

function EventRow({ event, height, view, origin, source, count, isShown, isFound }: EventRowProps): ReactNode {
  const line = describeEvent(event, { view, nameOf: source.nameOf });
  const time = ((event.at - origin) / 1000).toFixed(3);
  return (
    <tr className={styles.row} style={{ height }} data-shown={isShown || undefined} data-found={isFound || undefined}>
      <td className={styles.time}>
        <button
          type="button"
          className={styles.instant}
          aria-pressed={isShown}
          aria-label={`Show the instant ${time} s, event ${count}`}
          title="Show this instant on the canvas"
          onClick={() => showMoment(isShown ? null : count)}
        >
          {time}
        </button>
      </td>
      <td className={styles.type}>{line.type}</td>
      <td className={styles.task}>
        <EventTask event={event} source={source} />
      </td>
      <td className={styles.text} data-tone={line.tone} title={line.text}>
        {isShown && (
          <button type="button" className={styles.fork} onClick={() => void forkHere(count)}>
            Fork from here
          </button>
        )}
        {line.text}
      </td>
    </tr>
  );
}

/** The task's name; where the event is of an activation, it shows that step. */
function EventTask({ event, source }: { event: RunEvent; source: RunSource }): ReactNode {
  if (!('taskId' in event) || event.taskId === null) return null;
  const name = source.nameOf(event.taskId);
  if (!('activation' in event)) return name;
  return (
    <button type="button" className={styles.step} onClick={() => selectActivation(event.activation)}>
      {name}
    </button>
  );
}
