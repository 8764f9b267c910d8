import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { type Arrangement, arrangeGraph, type Box } from './arrangeGraph.ts';

beforeAll(() => loadPlacing());

/** Nearer than that, px, a card is in the way. */
const NEAR = 20;

/** Tasks with those that each leads to. */
type Tasks = ReadonlyMap<string, readonly string[]>;

function graphOf(tasks: Tasks) {
  const lines = [...tasks].map(
    ([id, next]) => `  - {id: ${id}, type: basic, on_success: {next: [${next.join(', ')}]}}\n`,
  );
  return analyze('a.yaml', `tasks:\n${lines.join('')}`).graph;
}

function arrange(tasks: Tasks, before: readonly Arrangement[] = []): Arrangement {
  return arrangeGraph(graphOf(tasks), EMPTY_LAYOUT, 'right', before);
}

const chain = (...ids: readonly string[]): Tasks =>
  new Map(ids.map((id, at) => [id, at + 1 < ids.length ? [ids[at + 1] ?? ''] : []]));

const targetOf = (count: number, at: number): string => `t${Math.min(count - 1, Math.max(0, at))}`;

/** Workflows of up to 30 tasks that lead anywhere, on the whole forwards. */
const anyTasks: fc.Arbitrary<Tasks> = fc.integer({ min: 2, max: 30 }).chain((count) =>
  fc
    .array(fc.array(fc.integer({ min: -2, max: 6 }), { maxLength: 3 }), { minLength: count, maxLength: count })
    .map((steps) => {
      return new Map(
        steps.map((own, at) => [
          `t${at}`,
          [...new Set(own.map((step) => targetOf(count, at + step)))].filter((to) => to !== `t${at}`),
        ]),
      );
    }),
);

/** An edit of one place: a task is put on a line, appended, removed, or connected. */
interface Edit {
  readonly kind: 'insert' | 'append' | 'remove' | 'connect';
  readonly at: number;
  readonly to: number;
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert' as const, 'append' as const, 'remove' as const, 'connect' as const),
  at: fc.nat(1_000),
  to: fc.nat(1_000),
});

function edit(tasks: Tasks, { kind, at, to }: Edit, name: string): Tasks {
  const ids = [...tasks.keys()];
  const [source, target] = [ids[at % ids.length] ?? '', ids[to % ids.length] ?? ''];
  const next = tasks.get(source) ?? [];
  const changed = new Map(tasks);
  const last = next.at(-1);
  switch (kind) {
    case 'insert':
      if (last !== undefined) changed.set(source, [...next.slice(0, -1), name]).set(name, [last]);
      return changed;
    case 'append':
      return changed.set(source, [...next, name]).set(name, []);
    case 'connect':
      return source === target || next.includes(target) ? changed : changed.set(source, [...next, target]);
    case 'remove':
      return new Map(
        [...tasks].flatMap(([id, own]) => (id === source ? [] : [[id, own.filter((to) => to !== source)]])),
      );
  }
}

function isNear(a: Box, b: Box, near = NEAR): boolean {
  return (
    a.x < b.x + b.width + near &&
    b.x < a.x + a.width + near &&
    a.y < b.y + b.height + near &&
    b.y < a.y + a.height + near
  );
}

function overlapping({ boxes }: Arrangement): readonly string[] {
  const all = [...boxes];
  return all.flatMap(([id, box], at) =>
    all.slice(at + 1).flatMap(([other, second]) => (isNear(box, second, 0) ? [`${id} ${other}`] : [])),
  );
}

/** Cards that are elsewhere although neither a new or larger card nor another moved one was in their way. */
function movedInVain(before: Arrangement, after: Arrangement): readonly string[] {
  const moved = new Set<string>();
  const touched: string[] = [];
  for (const [id, place] of after.placements) {
    const was = before.placements.get(id);
    if (was === undefined || was.width < place.width || was.height < place.height) touched.push(id);
    else if (was.x !== place.x || was.y !== place.y) moved.add(id);
  }
  const asks = [...touched, ...moved].flatMap((id) => {
    const place = after.placements.get(id);
    return place ? [{ id, place }] : [];
  });
  return [...moved].filter((id) => {
    const was = before.placements.get(id);
    return was !== undefined && !asks.some(({ id: other, place }) => other !== id && isNear(place, was));
  });
}

describe('an edit', () => {
  test('moves only what is in the way of a new card, whatever the graph', () => {
    fc.assert(
      fc.property(anyTasks, fc.array(anyEdit, { minLength: 1, maxLength: 6 }), (first, edits) => {
        let [tasks, before] = [first, arrange(first)];
        for (const [index, each] of edits.entries()) {
          tasks = edit(tasks, each, `n${index}`);
          if (tasks.size === 0) return;
          const after = arrange(tasks, [before]);
          expect(movedInVain(before, after)).toEqual([]);
          expect(overlapping(after)).toEqual([]);
          before = after;
        }
      }),
    );
  });

  test('that removes or connects moves nothing', () => {
    fc.assert(
      fc.property(anyTasks, fc.array(anyEdit, { minLength: 1, maxLength: 6 }), (first, edits) => {
        let [tasks, before] = [first, arrange(first)];
        for (const each of edits) {
          tasks = edit(tasks, { ...each, kind: each.at % 2 === 0 ? 'remove' : 'connect' }, '');
          const after = arrange(tasks, [before]);
          for (const [id, { x, y }] of after.placements) expect(before.placements.get(id)).toMatchObject({ x, y });
          before = after;
        }
      }),
    );
  });
});

test('a card that is put on a line lies behind the first, and only what follows in its row makes room', () => {
  const before = arrange(new Map([...chain('a', 'b', 'c'), ['a', ['b', 'aside']], ['aside', []]]));
  const after = arrange(new Map([...chain('a', 'new', 'b', 'c'), ['a', ['new', 'aside']], ['aside', []]]), [before]);
  const [a, added, b, c] = ['a', 'new', 'b', 'c'].map((id) => after.boxes.get(id));
  expect(after.boxes.get('aside')).toEqual(before.boxes.get('aside'));
  expect(a).toEqual(before.boxes.get('a'));
  expect([added?.x, added?.y]).toEqual([before.boxes.get('b')?.x, before.boxes.get('b')?.y]);
  expect([b?.y, c?.y]).toEqual([added?.y, added?.y]);
  expect((b?.x ?? 0) > (added?.x ?? 0) && (c?.x ?? 0) > (b?.x ?? 0)).toBe(true);
});

test('what is undone finds its cards where they were', () => {
  const tasks = chain('a', 'b', 'c');
  const first = arrange(tasks);
  const second = arrange(chain('a', 'new', 'b', 'c'), [first]);
  expect(arrange(tasks, [second, first]).placements).toBe(first.placements);
});

test('a task that gets another id stays where it was', () => {
  const before = arrange(chain('a', 'b', 'c', 'd', 'e'));
  const after = arrange(chain('a', 'renamed', 'c', 'd', 'e'), [before]);
  expect(after.placements.get('renamed')).toEqual(before.placements.get('b'));
  expect(after.placements.get('c')).toEqual(before.placements.get('c'));
});

const boxOf = (...ids: readonly string[]) =>
  analyze(
    'a.yaml',
    `tasks:\n  - id: box\n    type: composite\n    tasks: [${ids.map((id) => `{id: ${id}}`).join(', ')}]\n`,
  ).graph;

test('a list that is put in another order is read in it', () => {
  const before = arrangeGraph(boxOf('a', 'b', 'c'), EMPTY_LAYOUT, 'right');
  const after = arrangeGraph(boxOf('c', 'a', 'b'), EMPTY_LAYOUT, 'right', [before]);
  const xs = ['c', 'a', 'b'].map((id) => after.boxes.get(id)?.x ?? 0);
  expect(xs).toEqual(xs.toSorted((one, other) => one - other));
});
