import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { revealRow, useNow, useWindow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { moveFocus } from './moveFocus.ts';
import { Playhead } from './Playhead.tsx';
import { ScrubBar, toInstant } from './ScrubBar.tsx';
import styles from './Timeline.module.css';
import { ROW_HEIGHT, TimelineLine } from './TimelineLine.tsx';
import { TimelineOutline } from './TimelineOutline.ts';
import { toTicks } from './toTicks.ts';
import { toTimeSpan } from './toTimelineRow.ts';

const TICKS = 6;

/**
 * A run over time: a row per activation, nested by container, with a bar per attempt. Choosing a row shows the step and
 * selects its card; a card chosen on the canvas brings its row into view. Arrow keys walk along the rows.
 */
export function Timeline({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const { view } = run;
  const now = useNow(view.status === 'running' && run.moment === null && view.paused?.next == null);
  const selected = useSession((state) => state.run.shown?.selectedActivation ?? null);
  const [toggled, setToggled] = useState<ReadonlySet<number>>(() => new Set());
  const [outline] = useState(() => new TimelineOutline());
  outline.update(run, { toggled, shown: selected });
  const frame = toTimeSpan(view, now);
  const span = Math.max(frame.end - frame.origin, 1);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, outline.length, ROW_HEIGHT);
  const selectedIndex = selected === null ? -1 : outline.indexOf(selected);
  useEffect(() => revealRow(scroller.current, selectedIndex, ROW_HEIGHT), [selectedIndex]);
  const toggle = useCallback((activation: number) => setToggled((before) => withToggled(before, activation)), []);
  return (
    <div className={styles.timeline}>
      <div className={styles.chart}>
        <Playhead run={run} span={span}>
          {toTicks(span, TICKS).map(({ at, label }) => (
            <span key={at} className={styles.tick} style={{ left: `${(at / span) * 100}%` }} aria-hidden>
              {label}
            </span>
          ))}
        </Playhead>
        <div ref={scroller} className={styles.rows}>
          {outline.length === 0 && <p className={styles.empty}>Nothing has started yet.</p>}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the rows inside */}
          <ol style={listStyle(outline.length, first, span)} aria-label="Steps of the run" onKeyDown={moveFocus}>
            {outline.rows(first, last, frame).map((row) => (
              <TimelineLine
                key={row.activation}
                row={row}
                source={source}
                isSelected={row.activation === selected}
                onToggle={toggle}
              />
            ))}
          </ol>
        </div>
        {run.moment !== null && <Shade at={run.moment.at - (view.startedAt ?? 0)} span={span} />}
      </div>
      <ScrubBar {...toInstant(run)} />
    </div>
  );
}

function listStyle(rows: number, first: number, span: number): CSSProperties {
  const style = { height: rows * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT, '--span': span };
  return style;
}

function withToggled(toggled: ReadonlySet<number>, activation: number): ReadonlySet<number> {
  const next = new Set(toggled);
  if (!next.delete(activation)) next.add(activation);
  return next;
}

/** What had not yet happened at the instant that is looked at. */
function Shade({ at, span }: { readonly at: number; readonly span: number }): ReactNode {
  const share = Math.min(Math.max(at / span, 0), 1);
  return (
    <span className={styles.shade} aria-hidden>
      <span style={{ left: `${share * 100}%` }} />
    </span>
  );
}
