import { type EdgeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import { classes } from '../../ui/index.ts';
import { wayPath } from '../route/edgePath.ts';
import edges from '../view/HandlerEdge.module.css';
import styles from './ComparedLine.module.css';
import type { ComparedEdge } from './toComparedFlow.ts';

/** Below this zoom lines have no labels. */
const LABEL_ZOOM = 0.45;

/** A line in two runs: as the canvas draws it, dimmed where neither took it, with a label where they differ. */
export const ComparedLine = memo(function ComparedLine(props: EdgeProps<ComparedEdge>) {
  const { data, sourceX, sourceY, targetX, targetY } = props;
  const hasWords = useStore(({ transform }) => transform[2] >= LABEL_ZOOM);
  const path = wayPath(
    { x: sourceX, y: sourceY, side: props.sourcePosition },
    { x: targetX, y: targetY, side: props.targetPosition },
    data?.way,
  );
  const look = data?.look ?? 'success';
  const { verdict = 'untaken', words = null, sign = '' } = data?.line ?? {};
  const label = [sign, data?.way?.label?.text].filter(Boolean).join(' ');
  return (
    <g
      className={classes(edges.edge, edges[look], styles.line)}
      data-state={verdict === 'untaken' ? 'faded' : 'taken'}
      data-verdict={verdict}
    >
      {words !== null && <title>{`Taken: ${words}`}</title>}
      {words !== null && <path className={styles.band} d={path.d} />}
      <path className={edges.line} d={path.d} />
      {look === 'complete' && <path className={edges.inner} d={path.d} />}
      <path
        className={edges.end}
        d={look === 'error' ? 'M-11,0 L-5.5,-5 L0,0 L-5.5,5 Z' : 'M-8,-5.5 L0,0 L-8,5.5'}
        transform={`translate(${targetX} ${targetY}) rotate(${path.angle})`}
      />
      {hasWords && label !== '' && (
        <text className={classes(edges.label, words !== null && styles.words)} x={path.label.x} y={path.label.y} dy={4}>
          {label}
        </text>
      )}
    </g>
  );
});
