import { expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import { taskFailed, taskStarted, taskSucceeded, yaml } from '#engine/testing';
import { arrangeGraph } from '../model/arrangeGraph.ts';
import { tokenTheme } from './drawCard.ts';
import { drawPicture } from './drawPicture.ts';
import { toRunMarks } from './drawRun.ts';
import { toSvg } from './Picture.ts';

const SOURCE = yaml`
  tasks:
    - {id: a, type: basic, on_success: {next: b}, on_error: {next: c}}
    - {id: b, type: basic}
    - {id: c, type: basic}
`;

const failed = (taskId: string, activation: number): RunEventBody =>
  taskFailed(taskId, activation, { code: 'X', message: 'x', details: null });

function viewOf(...bodies: readonly RunEventBody[]) {
  const begin: RunEventBody = { type: 'run.started', runId: 'r', input: {}, simulate: false };
  return foldRun(
    EMPTY_VIEW,
    [begin, ...bodies].map((body, seq): RunEvent => ({ seq, at: seq * 100, ...body })),
  );
}

test('a task is marked by its last state, by the worst of many, and not at all where no run came', () => {
  const { tasks } = toRunMarks(
    viewOf(
      taskStarted('a', 1),
      taskSucceeded('a', 1),
      taskStarted('b', 2),
      failed('b', 2),
      taskStarted('b', 3),
      taskSucceeded('b', 3),
    ),
  );
  expect([...tasks]).toEqual([
    ['a', { status: 'success', words: 'Success · 0.1 s' }],
    ['b', { status: 'error', words: '1 failed · ×2' }],
  ]);
});

test('the picture of a run has its states, and lines that were not taken are paler', () => {
  const analysis = analyze('a.yaml', SOURCE);
  const arrangement = arrangeGraph(drawnGraph(analysis), EMPTY_LAYOUT, 'right');
  const pens = { theme: tokenTheme, icons: new Map(), measure: (text: string) => text.length * 6 };
  const view = viewOf(taskStarted('a', 1), taskSucceeded('a', 1), {
    type: 'edge.taken',
    taskId: 'a',
    activation: 1,
    via: 'on_success',
    target: 'b',
    with: {},
  });
  const draw = (run?: ReturnType<typeof toRunMarks>) =>
    drawPicture({ arrangement, workflow: analysis.workflow, ...(run && { run }) }, pens);
  const [plain, run] = [draw(), draw(toRunMarks(view))];
  const strokes = ({ shapes }: typeof plain) =>
    shapes.flatMap((shape) => (shape.kind === 'path' && shape.dash?.length === 2 ? [shape.stroke] : []));
  // The line after an error is dashed; it alone was not taken.
  expect(strokes(run)).toEqual(strokes(plain).map((stroke) => `color-mix(in srgb, ${stroke} 35%, var(--background))`));
  expect(toSvg(run, 'Run')).toContain('>Success · 0.1 s</text>');
  expect(toSvg(plain, 'Run')).not.toContain('Success');
});
