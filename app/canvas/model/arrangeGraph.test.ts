import { expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { arrangeBeginning, arrangeGraph, isArranged, planArrangement, QUICK_EFFORT } from './arrangeGraph.ts';

function chain(count: number, name = 'x') {
  const tasks = Array.from(
    { length: count },
    (_, i) =>
      `  - id: t${i}\n    name: ${name}\n    type: basic\n    on_success: {next: ${i + 1 < count ? `t${i + 1}` : 'end'}}`,
  );
  return analyze('a.yaml', `tasks:\n${tasks.join('\n')}\n`).graph;
}

test('an edit that leaves the shape of the graph alone places nothing again', () => {
  const before = arrangeGraph(chain(3), EMPTY_LAYOUT, 'right');
  const after = arrangeGraph(chain(3, 'renamed'), EMPTY_LAYOUT, 'right', [before]);
  expect(after.placements).toBe(before.placements);
  expect(after.graph).not.toBe(before.graph);
  expect(arrangeGraph(chain(4), EMPTY_LAYOUT, 'right', [before]).placements).not.toBe(before.placements);
  expect(arrangeGraph(chain(3), EMPTY_LAYOUT, 'down', [before]).placements).not.toBe(before.placements);
});

test('in a large graph only what is new is placed', () => {
  const before = arrangeGraph(chain(200), EMPTY_LAYOUT, 'right');
  const after = arrangeGraph(chain(201), EMPTY_LAYOUT, 'right', [before]);
  const moved = [...before.placements].filter(([id, { x, y }]) => {
    const now = after.placements.get(id);
    return now?.x !== x || now.y !== y;
  });
  expect(moved).toEqual([]);
  expect(after.placements.has('t200')).toBe(true);
});

test('the first tasks of a file that is still read lie where they do among all of them', () => {
  const [all, first] = [chain(4_000), chain(800)];
  const whole = arrangeGraph(all, EMPTY_LAYOUT, 'right');
  const beginning = arrangeBeginning({ graph: first, share: 800 / 4_000 }, EMPTY_LAYOUT, 'right');
  expect(beginning.placements.size).toBe(800);
  for (const [id, { x, y }] of beginning.placements)
    expect([id, whole.placements.get(id)]).toMatchObject([id, { x, y }]);
});

test('places the user chose win, and set the direction of the flow', () => {
  const positions = new Map([
    ['t0', { x: 40, y: 0 }],
    ['t1', { x: 40, y: 200 }],
  ]);
  const { direction, boxes } = arrangeGraph(chain(3), { ...EMPTY_LAYOUT, positions }, 'right');
  expect(direction).toBe('down');
  expect(boxes.get('t1')).toEqual({ x: 40, y: 200, width: 216, height: 60 });
});

test('giving all cards back to the automatic layout recomputes a large graph', () => {
  const positions = new Map([['t5', { x: 40, y: 4_000 }]]);
  const moved = arrangeGraph(chain(200), { ...EMPTY_LAYOUT, positions }, 'right');
  expect(moved.boxes.get('t5')).toMatchObject({ x: 40, y: 4_000 });
  const reset = arrangeGraph(chain(200), EMPTY_LAYOUT, 'right', [moved]);
  expect(reset.placements).toEqual(arrangeGraph(chain(200), EMPTY_LAYOUT, 'right').placements);
});

/** Each of `count` tasks leads to all; the last of them to `extra` too. */
function complete(count: number, extra = '') {
  const ids = Array.from({ length: count }, (_, at) => `t${at}`);
  const tasks = ids.map((id, at) => {
    const next = at === count - 1 && extra !== '' ? [...ids, extra] : ids;
    return `  - {id: ${id}, type: basic, on_success: {next: [${next.join(', ')}]}}\n`;
  });
  return analyze('a.yaml', `tasks:\n${tasks.join('')}${extra === '' ? '' : `  - {id: ${extra}, type: basic}\n`}`).graph;
}

test('what is too dense is arranged plainly, and an edit leaves the cards where they are', () => {
  const before = arrangeGraph(complete(80), EMPTY_LAYOUT, 'right');
  expect(before.isPlain).toBe(true);
  const after = arrangeGraph(complete(80, 'added'), EMPTY_LAYOUT, 'right', [before]);
  expect(after.isPlain).toBe(true);
  expect([...before.boxes].filter(([id, box]) => after.boxes.get(id)?.x !== box.x)).toEqual([]);
  expect(after.boxes.has('added')).toBe(true);
});

test('what takes long is planned before it is done, so that it can be done elsewhere', () => {
  const small = planArrangement(chain(60), EMPTY_LAYOUT, 'right');
  const large = planArrangement(complete(30), EMPTY_LAYOUT, 'right');
  expect(isArranged(small) ? 0 : small.plan.effort).toBeLessThan(QUICK_EFFORT);
  expect(isArranged(large) ? 0 : large.plan.effort).toBeGreaterThan(QUICK_EFFORT);
  expect(large.isPlain).toBe(false);
});
