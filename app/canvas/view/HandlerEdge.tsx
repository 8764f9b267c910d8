import { type EdgeProps, Position, useReactFlow } from '@xyflow/react';
import { type MouseEvent, memo, useMemo, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { breakpointAt, describeBreakpoint, toggleBreakpoint } from '../../session/run/index.ts';
import { classes } from '../../ui/index.ts';
import type { FlowEdge } from '../model/toFlowEdges.ts';
import { tipPath, wayPath } from '../route/edgePath.ts';
import { setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import { useEdgeState, usePainted, useTimesTaken } from '../state/useCardState.ts';
import styles from './HandlerEdge.module.css';

/** A line from a handler, route or list order to the task it leads to: distinguished by colour, shape and label. */
export const HandlerEdge = memo(function HandlerEdge(props: EdgeProps<FlowEdge>) {
  const { id, data, selected, sourceX, sourceY, targetX, targetY } = props;
  const isDropTarget = useCanvasView((view) => view.dropEdge === id);
  const isDetailed = useIsDetailed();
  const canEdit = useCanEdit();
  // Hundreds are in view: what is pressed is made for the one that a pointer is on.
  const [isPointedAt, setIsPointedAt] = useState(false);
  const state = useEdgeState(data?.runId ?? id, { from: data?.from ?? '', to: data?.to ?? null });
  const times = useTimesTaken(data?.counted ?? [], data?.from ?? '');
  const count = usePainted('edges', data?.runId ?? id);
  const path = wayPath(
    { x: sourceX, y: sourceY, side: props.sourcePosition },
    { x: targetX, y: targetY, side: props.targetPosition },
    data?.way,
  );
  const look = data?.look ?? 'success';
  const words = data?.way?.label?.text ?? '';
  const often = times > 1 ? `×${times.toLocaleString('en')}` : '';
  const label = count === 0 ? (words === '' ? 'never' : `${words}: never`) : words;
  return (
    <g
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      className={classes(styles.edge, styles[look], selected && styles.selected, isDropTarget && styles.target)}
      data-state={state}
      data-covered={count === undefined ? undefined : count > 0}
    >
      <path className={styles.hit} d={path.d} />
      {(isDetailed || selected || isDropTarget) && <path className={styles.halo} d={path.d} />}
      <path className={styles.line} d={path.d} {...(count === undefined ? {} : describeCount(count))} />
      {look === 'complete' && <path className={styles.inner} d={path.d} />}
      <path className={styles.end} d={tipPath(look, { x: targetX, y: targetY, angle: path.angle })} />
      {data?.label && words !== data.label && <title>{data.label}</title>}
      {isDetailed && label + often !== '' && (
        <text className={styles.label} x={path.label.x} y={path.label.y} dy={4}>
          {[label, often].filter((part) => part !== '').join(' ')}
        </text>
      )}
      <BreakpointDot edgeId={id} at={path.label} isAcross={isAcross(props.sourcePosition)} />
      {(isPointedAt || selected) && isDetailed && canEdit && (
        <InsertButton edgeId={id} at={path.label} isAcross={isAcross(props.sourcePosition)} />
      )}
    </g>
  );
});

/** How often tests take a line, for who does not see how it is painted. */
function describeCount(count: number) {
  const words =
    count === 0 ? 'No test takes this line' : `Tests take this line ${count} ${count === 1 ? 'time' : 'times'}`;
  return { role: 'img', 'aria-label': words };
}

interface InsertButtonProps {
  readonly edgeId: string;
  readonly at: { readonly x: number; readonly y: number };
  /** Whether the line runs from left to right. */
  readonly isAcross: boolean;
}

/** From the line to the middle of the button next to it, px: the line itself stays free to be selected. */
const BESIDE = 20;

/** A plus next to a line that is hovered or selected: opens the list of tasks to put in between. */
function InsertButton({ edgeId, at, isAcross }: InsertButtonProps) {
  const { screenToFlowPosition } = useReactFlow();
  const { x, y } = isAcross ? { x: at.x, y: at.y + BESIDE } : { x: at.x + BESIDE, y: at.y };

  function open(event: MouseEvent) {
    event.stopPropagation();
    const place = { x: event.clientX, y: event.clientY };
    setCanvasView({ pick: { place: { kind: 'edge', edgeId }, at: place, point: screenToFlowPosition(place) } });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a button inside an SVG has no element of its own
    <g
      className={classes(styles.insert, 'nopan')}
      transform={`translate(${x} ${y})`}
      role="button"
      aria-label="Insert a task here"
      onClick={open}
    >
      <circle className={styles.reach} r={13} />
      <circle r={10} />
      <path d="M-4,0 H4 M0,-4 V4" />
    </g>
  );
}

/** The breakpoint of a line, on its other side; a press takes it away. */
function BreakpointDot({ edgeId, at, isAcross: across }: InsertButtonProps) {
  const place = useMemo(() => ({ edge: edgeId }), [edgeId]);
  const breakpoint = useSession((state) => breakpointAt(state, place));
  const areMuted = useSession((state) => state.run.areMuted);
  if (breakpoint === undefined) return null;
  const { x, y } = across ? { x: at.x, y: at.y - BESIDE } : { x: at.x - BESIDE, y: at.y };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a button inside an SVG has no element of its own
    <g
      className={classes(styles.breakpoint, (areMuted || breakpoint.isMuted === true) && styles.muted, 'nopan')}
      transform={`translate(${x} ${y})`}
      role="button"
      aria-label="Remove the breakpoint of this connection"
      onClick={(event) => {
        event.stopPropagation();
        toggleBreakpoint(place);
      }}
    >
      <title>{describeBreakpoint(breakpoint)}</title>
      <circle r={7} />
      {breakpoint.condition !== null && <path d="M-3,-1.6 H3 M-3,1.6 H3" />}
    </g>
  );
}

function isAcross(side: Position): boolean {
  return side === Position.Left || side === Position.Right;
}
