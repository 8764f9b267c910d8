import { beforeEach, expect, test } from 'vitest';
import { loadPlacing } from '#engine/layout';
import { undo } from '../../session/index.ts';
import { resetSession, textOf } from '../../session/testSession.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { type DropPlan, dropTasks, planDrop } from './planDrop.ts';

const TEXT = `# kept by hand
tasks:
  - id: fetch
    type: basic
    on_success: {next: store}

  - id: store
    type: basic
  - id: third # loose
    type: map
  - id: box
    type: composite
    tasks:
      - id: inner
        type: basic
      - id: last
        type: basic
`;
const THIRD = '  - id: third # loose\n    type: map\n';

beforeEach(async () => {
  await loadPlacing();
  resetSession({ 'main.yaml': TEXT });
});

/** Drags a card so that the pointer is left of the middle of another, or above everything. */
function drag(id: string, over: string | null): { readonly plan: DropPlan | null; readonly drop: () => void } {
  const box = currentArrangement()?.boxes.get(over ?? 'fetch') ?? { x: 0, y: 0, width: 0, height: 0 };
  const pointer = { x: box.x + box.width / 2 - 90, y: over === null ? box.y - 500 : box.y + box.height / 2 };
  const dragged = { corners: new Map([[id, pointer]]), pointer };
  const plan = planDrop(dragged);
  return { plan, drop: () => plan && dropTasks(dragged, plan) };
}

test('a card goes into a container at its place in the list, and undo takes it out to the first byte', () => {
  const { plan, drop } = drag('third', 'last');
  expect(plan?.preview).toMatchObject({ reason: null, text: 'Into box, as step 2' });
  drop();
  const step = '      - id: third # loose\n        type: map\n';
  expect(textOf('main.yaml')).toBe(TEXT.replace(THIRD, '').replace('      - id: last\n', `${step}      - id: last\n`));
  undo();
  expect(textOf('main.yaml')).toBe(TEXT);
});

test('a card that is dragged out of its container comes last', () => {
  const { plan, drop } = drag('inner', null);
  expect(plan?.preview.text).toBe('Out of its container');
  drop();
  const inner = '      - id: inner\n        type: basic\n';
  expect(textOf('main.yaml')).toBe(`${TEXT.replace(inner, '')}  - id: inner\n    type: basic\n`);
});

test('what becomes of a line that would cross the border of a container is said before', () => {
  const { plan, drop } = drag('store', 'inner');
  expect(plan?.preview.text).toBe('Into box, as step 1 · cuts fetch → store');
  drop();
  expect(textOf('main.yaml')).toContain('    tasks:\n      - id: store\n        type: basic\n      - id: inner\n');
  expect(textOf('main.yaml')).not.toContain('next: store');
});

test('a step goes to another place in the list of its container, and where only the layout changes nothing is planned', () => {
  const { plan, drop } = drag('last', 'inner');
  expect(plan?.preview.text).toBe('Step 1 of box');
  drop();
  const last = '      - id: last\n        type: basic\n';
  expect(textOf('main.yaml')).toBe(TEXT.replace(last, '').replace('      - id: inner\n', `${last}      - id: inner\n`));
  expect(drag('third', null).plan).toBeNull();
});
