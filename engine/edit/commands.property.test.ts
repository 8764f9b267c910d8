import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Result } from '../base/index.ts';
import { type Analysis, analyze } from '../graph/index.ts';
import { TASK_TYPES } from '../model/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import {
  applyTransaction,
  createHistory,
  type Refusal,
  recordTransaction,
  type Transaction,
  undo,
  type Workspace,
} from '../text/index.ts';
import {
  addAction,
  addAgent,
  addRoute,
  addTask,
  connectTasks,
  convertType,
  disconnectEdge,
  duplicateTasks,
  insertOnEdge,
  reconnectEdge,
  removeTasks,
  renameTask,
  setField,
  setStart,
} from './index.ts';

const PATH = 'w.yaml';

const START = yaml`
  # A workflow with most of what people write
  name: Triage   # kept
  agents:
      - id: triage
        use: core:agent
        config: {provider: mock, model: m}
        actions:
        - id: sort
          instructions: >
            Sort {{ input.text }}
            well.
          output: {type: object}

  tasks:
    # first
    - id: read
      type: basic
      use: agent:triage
      with: { text: "{{ workflow.input.text }}" }
      on_success:
        next: route
      on_error: {next: [tell, gather]}

    - id: route
      type: decision
      config:
        condition: tasks.read.output.topic
        routes:
          money: gather # short
          2: { next: tell, with: {x: 1} }
        default: {next: tell}

    - id: gather
      type: parallel
      tasks:
      - id: one
        type: basic
      - {id: two, type: basic}
      on_complete:
        # afterwards
        next: tell

    - id: tell
      type: composite
      tasks:
        - id: p
          type: basic
        - id: q
          type: map
          config:
            mapping:
              text: |
                {{ tasks['p'].output }}
                bye
`;

/** One random wish: numbers pick among what there is at the moment. */
const wish = fc.record({ kind: fc.nat(13), a: fc.nat(1000), b: fc.nat(1000), flag: fc.boolean() });
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

const VIAS = ['on_success', 'on_error', 'on_complete', 'on_start', 'routes', 'default', 'on_timeout'] as const;

function perform(analysis: Analysis, { kind, a, b, flag }: Wish): Result<Transaction, Refusal> {
  const ids = [...analysis.graph.nodes.keys()];
  const edges = analysis.graph.edges.map((edge) => edge.id);
  const [one, two] = [pick(ids, a) ?? 'none', pick(ids, b) ?? 'none'];
  const edgeId = pick(edges, a) ?? 'none';
  const type = pick(TASK_TYPES, b) ?? 'basic';
  const via = pick(VIAS, b) ?? 'on_success';
  switch (kind) {
    case 0:
      return addTask(
        analysis,
        flag ? { type, after: { source: one, via } } : { type, parent: b % 3 === 0 ? one : null },
      );
    case 1:
      return connectTasks(analysis, { source: one, via, target: a % 7 === 0 ? 'end' : two });
    case 2:
      return disconnectEdge(analysis, { edgeId });
    case 3:
      return reconnectEdge(analysis, { edgeId, target: two, source: flag ? one : undefined });
    case 4:
      return removeTasks(analysis, { ids: flag ? [one] : [...new Set([one, two])], heal: b % 2 === 0 });
    case 5:
      return renameTask(analysis, { id: one, to: flag ? `t${b}` : `odd id's ${b}` });
    case 6:
      return insertOnEdge(analysis, { edgeId, type });
    case 7:
      return convertType(analysis, { id: one, type });
    case 8:
      return duplicateTasks(analysis, { ids: [one] });
    case 9:
      return setStart(analysis, { id: one });
    case 10:
      return addAgent(analysis, {});
    case 11:
      return addAction(analysis, { agent: 'triage' });
    case 12:
      return addRoute(analysis, { id: one, key: `key ${b}`, of: flag ? 'decision' : 'on_error' });
    default: {
      const path = analysis.graph.nodes.get(one)?.task.path ?? [];
      return setField(analysis, {
        path: [...path, 'with', `k${b % 3}`],
        value: flag ? undefined : '{{ tasks.read.output }}',
      });
    }
  }
}

test('any sequence of commands leaves readable text, and undoes to the first byte', () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 40 }), fc.constantFrom('\n', '\r\n'), (wishes, lineEnd) => {
      const first: Workspace = { files: new Map([[PATH, START.replaceAll('\n', lineEnd)]]), layouts: new Map() };
      let workspace = first;
      let history = createHistory();
      for (const [index, next] of wishes.entries()) {
        const analysis = analyze(PATH, workspace.files.get(PATH) ?? '');
        expect(analysis.isBroken, JSON.stringify(analysis.syntax.errors)).toBe(false);
        const result = perform(analysis, next);
        if (!result.ok) continue;
        const applied = applyTransaction(workspace, result.value);
        if (!applied.ok) expect.fail(applied.error.message);
        history = recordTransaction(history, {
          workspaceBefore: workspace,
          transaction: result.value,
          at: index * 1000,
        });
        workspace = applied.value;
      }
      for (let move = undo(history); move; move = undo(history)) {
        const applied = applyTransaction(workspace, move.transaction);
        if (!applied.ok) expect.fail(applied.error.message);
        workspace = applied.value;
        history = move.history;
      }
      expect(workspace.files.get(PATH)).toBe(first.files.get(PATH));
    }),
    { numRuns: numRuns(50) },
  );
});
