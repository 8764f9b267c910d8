import { type ActivationView, type RunView, workedBetween } from '#engine/run';
import { formatLength, formatStatus } from '../../ui/index.ts';
import type { Box } from '../model/arrangeGraph.ts';
import { mix, type Pens, type Theme } from './drawCard.ts';
import type { PictureShape } from './Picture.ts';

/** What a run did to one task. */
export interface TaskRunMark {
  readonly status: ActivationView['status'];
  /** Its state, how long it took, and how often it ran where that was more than once. */
  readonly words: string;
}

/** What a run did, by the ids it has for tasks and lines. */
export interface RunMarks {
  readonly tasks: ReadonlyMap<string, TaskRunMark>;
  /** How often each line was taken. */
  readonly edges: RunView['edges'];
}

/** Reads from a run what is drawn of it: the last state of each task, the worst where it ran more than once. */
export function toRunMarks({ activations, edges, idle }: RunView): RunMarks {
  const counts = new Map<string, { count: number; failed: number; last: ActivationView }>();
  for (const activation of activations.values()) {
    const known = counts.get(activation.taskId) ?? { count: 0, failed: 0, last: activation };
    counts.set(activation.taskId, {
      count: known.count + 1,
      failed: known.failed + (activation.status === 'error' ? 1 : 0),
      last: activation,
    });
  }
  const tasks = [...counts].map(([taskId, { count, failed, last }]): [string, TaskRunMark] => {
    const { startedAt, endedAt } = last;
    const isOver = startedAt !== null && endedAt !== null && last.pinned !== 'reused';
    const status = failed > 0 && last.status === 'success' ? 'error' : last.status;
    const words = [
      failed > 0 && count > 1 ? `${failed} failed` : formatStatus(last.status),
      ...(count > 1 ? [`×${count}`] : isOver ? [formatLength(workedBetween(idle, startedAt, endedAt))] : []),
    ];
    return [taskId, { status, words: words.join(' · ') }];
  });
  return { tasks: new Map(tasks), edges };
}

const FONT = { size: 11, weight: 600 };
const HEIGHT = 20;

/** The border of a card in the colour of its state, and the state on its upper edge. */
export function drawMark(
  { status, words }: TaskRunMark,
  { box, radius }: { readonly box: Box; readonly radius: number },
  { theme, measure }: Pens,
): readonly PictureShape[] {
  const tone = theme(toneOf(status));
  // The reader's typeface may be wider than the one that is measured.
  const width = measure(words, FONT) * 1.08 + 20;
  const x = box.x + box.width - width - 10;
  const y = box.y - HEIGHT / 2;
  const fill = mix(tone, theme('background'), 0.14);
  return [
    { kind: 'box', ...box, radius, fill: 'none', stroke: tone },
    { kind: 'box', x, y, width, height: HEIGHT, radius: HEIGHT / 2, fill, stroke: tone },
    { kind: 'text', x: x + width / 2, y: y + 14, text: words, ...FONT, fill: tone, isCentred: true },
  ];
}

/** Shapes of a line that was not taken. */
export function fade(shapes: readonly PictureShape[], theme: Theme): readonly PictureShape[] {
  return shapes.map((shape) =>
    shape.kind === 'path'
      ? {
          ...shape,
          stroke: mix(shape.stroke, theme('background'), 0.35),
          ...(shape.fill === undefined ? {} : { fill: mix(shape.fill, theme('background'), 0.35) }),
        }
      : shape,
  );
}

function toneOf(status: TaskRunMark['status']): string {
  switch (status) {
    case 'success':
      return 'success';
    case 'error':
      return 'error';
    case 'waiting':
    case 'retrying':
      return 'wait';
    case 'running':
      return 'tool';
    case 'pending':
    case 'skipped':
    case 'cancelled':
      return 'ink-3';
  }
}
