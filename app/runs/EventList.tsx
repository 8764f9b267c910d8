import { type ReactNode, useRef } from 'react';
import type { RunEvent } from '#engine';
import { useWindow } from '../ui/index.ts';
import { describeEvent } from './describeEvent.ts';
import styles from './EventList.module.css';
import type { RunSource } from './useRunSource.ts';

const ROW_HEIGHT = 22;

interface EventListProps {
  readonly events: readonly RunEvent[];
  /** ms since the epoch: times are shown from here. */
  readonly origin: number;
  readonly source: RunSource;
}

/** Everything that happened in a run, in order. */
export function EventList({ events, origin, source }: EventListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, events.length, ROW_HEIGHT);
  return (
    <div ref={scroller} className={styles.list} tabIndex={0} role="region" aria-label="Events of the run">
      <table style={{ height: events.length * ROW_HEIGHT }}>
        <tbody>
          <tr style={{ height: first * ROW_HEIGHT }} aria-hidden />
          {events.slice(first, last).map((event) => (
            <EventRow key={event.seq} event={event} origin={origin} source={source} />
          ))}
          <tr style={{ height: (events.length - last) * ROW_HEIGHT }} aria-hidden />
        </tbody>
      </table>
    </div>
  );
}

function EventRow({ event, origin, source }: { event: RunEvent; origin: number; source: RunSource }): ReactNode {
  const line = describeEvent(event);
  return (
    <tr className={styles.row} style={{ height: ROW_HEIGHT }}>
      <td className={styles.time}>{((event.at - origin) / 1000).toFixed(3)}</td>
      <td className={styles.type}>{line.type}</td>
      <td className={styles.task}>{line.taskId === null ? '' : source.nameOf(line.taskId)}</td>
      <td className={styles.text} data-tone={line.tone} title={line.text}>
        {line.text}
      </td>
    </tr>
  );
}
