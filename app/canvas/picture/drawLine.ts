import type { Box } from '../model/arrangeGraph.ts';
import type { Port } from '../model/listPorts.ts';
import type { FlowEdge } from '../model/toFlowEdges.ts';
import type { EdgePath } from '../route/edgePath.ts';
import type { LineEnd } from '../route/Line.ts';
import type { PictureShape } from './PictureShape.ts';
import { lineColor, mix, type Theme } from './Theme.ts';

/** A line of the canvas, with where it arrives. */
export interface DrawnLine {
  readonly edge: FlowEdge;
  readonly path: EdgePath;
  readonly to: LineEnd;
}

/** A line from a handler to a task, in the colour and the shape of the handler. */
export function drawLine({ edge, path, to }: DrawnLine, theme: Theme): readonly PictureShape[] {
  const look = edge.data?.look ?? 'success';
  const stroke = lineColor(theme, look);
  const place = { x: to.x, y: to.y, turn: path.angle };
  const line = { kind: 'path', d: path.d, stroke } as const;
  if (look === 'error')
    return [
      { ...line, width: 1.6, dash: [6, 4] },
      { kind: 'path', d: 'M-11,0 L-5.5,-5 L0,0 L-5.5,5 Z', place, stroke, fill: stroke, width: 1.6 },
    ];
  const head: PictureShape = {
    kind: 'path',
    d: 'M-8,-5.5 L0,0 L-8,5.5',
    place,
    stroke,
    width: look === 'hook' ? 1 : 1.6,
  };
  if (look === 'complete') return [{ ...line, width: 4.6 }, { ...line, stroke: theme('background'), width: 1.8 }, head];
  if (look === 'start') return [{ ...line, width: 2.4, dash: [0.1, 5] }, head];
  return [{ ...line, width: look === 'hook' ? 1 : 1.6 }, head];
}

/** The words on a line. */
export function drawLabel({ edge, path }: DrawnLine, theme: Theme): readonly PictureShape[] {
  const text = edge.data?.way?.label?.text ?? '';
  if (text === '') return [];
  const { x, y } = path.label;
  const fill = mix(lineColor(theme, edge.data?.look ?? 'success'), theme('ink'), 0.82);
  const halo = theme('background');
  return [{ kind: 'text', x, y: y + 4, text, size: 11, weight: 550, fill, halo, isCentred: true }];
}

/** The ports of a card that lead somewhere. */
export function drawPorts(ports: readonly Port[], box: Box, theme: Theme): readonly PictureShape[] {
  return ports.flatMap(({ x, y, look, isShown }): readonly PictureShape[] => {
    if (!isShown) return [];
    const [cx, cy] = [box.x + x, box.y + y];
    const style = {
      stroke: lineColor(theme, look === 'success' || look === 'route' ? 'hook' : look),
      fill: theme('surface'),
      width: 1.5,
    };
    if (look === 'error') return [{ kind: 'path', d: `M${cx - 6} ${cy}l6 -6l6 6l-6 6z`, ...style }];
    return [{ kind: 'path', d: `M${cx - 5} ${cy}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0`, ...style }];
  });
}
