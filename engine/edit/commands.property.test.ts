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
  extractToFile,
  inlineImport,
  insertOnEdge,
  moveRoute,
  moveTasksTo,
  reconnectEdge,
  removeTasks,
  renameTask,
  replaceTask,
  setField,
  setStart,
  unwrapContainer,
  wrapInContainer,
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

/** One random command: its numbers pick among the current tasks and edges. */
const anyCommand = fc.record({ kind: fc.nat(22), a: fc.nat(1000), b: fc.nat(1000), flag: fc.boolean() });
type RandomCommand = typeof anyCommand extends fc.Arbitrary<infer T> ? T : never;

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

const VIAS = ['on_success', 'on_error', 'on_complete', 'on_start', 'routes', 'default', 'on_timeout'] as const;

type Files = ReadonlyMap<string, string>;

function perform(analysis: Analysis, files: Files, { kind, a, b, flag }: RandomCommand): Result<Transaction, Refusal> {
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
      return addRoute(analysis, { id: one, key: `key ${b}`, of: flag ? 'config' : 'on_error' });
    case 13:
    case 14: {
      const parent = b % 3 === 0 ? null : two;
      return moveTasksTo(analysis, {
        ids: [...new Set([one, pick(ids, a + 1) ?? one])],
        parent,
        index: b % 4,
        heal: flag,
      });
    }
    case 15:
    case 16: {
      const siblings = ids.filter(
        (id) => analysis.graph.nodes.get(id)?.parent === analysis.graph.nodes.get(one)?.parent,
      );
      const chosen = [one, ...siblings.slice(a % 3, (a % 3) + (b % 3))];
      return wrapInContainer(analysis, {
        ids: chosen,
        type: pick(['parallel', 'composite'] as const, b) ?? 'composite',
        heal: flag,
      });
    }
    case 17:
      return unwrapContainer(analysis, { id: one });
    case 18:
      return moveRoute(analysis, { id: one, key: pick(['money', '2'], a) ?? '', index: b % 3 });
    case 19:
      return replaceTask(analysis, { id: one, draft: flag ? { type, id: `r${b}` } : { type, use: 'core:log' } });
    case 20: {
      const file = `parts/${b}.yaml`;
      const kind = flag ? 'task' : 'agent';
      return extractToFile(analysis, { kind, id: flag ? one : 'triage', path: file, files });
    }
    case 21: {
      const named = flag ? one : 'triage';
      return inlineImport(analysis, { kind: flag ? 'task' : 'agent', id: named, files });
    }
    default: {
      const path = analysis.graph.nodes.get(one)?.task.path ?? [];
      return setField(analysis, {
        path: [...path, 'with', `k${b % 3}`],
        value: flag ? undefined : '{{ tasks.read.output }}',
      });
    }
  }
}

/** Commands that move tasks about: none of them may leave ids or connections that were sound before otherwise. */
const ARRANGING: ReadonlySet<number> = new Set([13, 14, 15, 16, 17, 18, 20]);

/** Ids that are there twice, and connections that lead nowhere, out of a container or between operations. */
function problemsOf({ graph }: Analysis): readonly string[] {
  const twice = [...graph.nodes].filter(([id, { task }]) => task.id !== '' && task.id !== id).map(([id]) => id);
  const wires = graph.edges.filter(({ source, target, via, isDangling }) => {
    if (isDangling) return true;
    const [from, to] = [graph.nodes.get(source), graph.nodes.get(target)];
    if (!from || !to || via === 'sequence') return false;
    return from.parent !== to.parent || graph.nodes.get(from.parent ?? '')?.task.type === 'parallel';
  });
  return [...twice, ...wires.map(({ id }) => id)];
}

/** Performs commands one after the other, then undoes them all. */
function performAndUndo(commands: readonly RandomCommand[], lineEnd: string): void {
  const first: Workspace = { files: new Map([[PATH, START.replaceAll('\n', lineEnd)]]), layouts: new Map() };
  let workspace = first;
  let history = createHistory();
  let analysis: Analysis | undefined;
  for (const [index, next] of commands.entries()) {
    analysis = analyze(PATH, workspace.files.get(PATH) ?? '', analysis);
    expect(analysis.isBroken, JSON.stringify(analysis.syntax.errors)).toBe(false);
    const result = perform(analysis, workspace.files, next);
    if (!result.ok) continue;
    const applied = applyTransaction(workspace, result.value);
    if (!applied.ok) expect.fail(applied.error.message);
    history = recordTransaction(history, { workspaceBefore: workspace, transaction: result.value, at: index * 1000 });
    workspace = applied.value;
    if (!ARRANGING.has(next.kind)) continue;
    const before = problemsOf(analysis);
    const after = problemsOf(analyze(PATH, workspace.files.get(PATH) ?? ''));
    expect(after.length, JSON.stringify([next, before, after])).toBeLessThanOrEqual(before.length);
  }
  const last = analyze(PATH, workspace.files.get(PATH) ?? '');
  expect(analyze(PATH, last.syntax.text, analysis).workflow).toEqual(last.workflow);
  for (let move = undo(history); move; move = undo(history)) {
    const applied = applyTransaction(workspace, move.transaction);
    if (!applied.ok) expect.fail(applied.error.message);
    workspace = applied.value;
    history = move.history;
  }
  expect(workspace.files).toEqual(first.files);
}

const lineEnds = fc.constantFrom('\n', '\r\n');

test('any sequence of commands leaves readable text, and undoes to the first byte', () => {
  fc.assert(fc.property(fc.array(anyCommand, { minLength: 1, maxLength: 40 }), lineEnds, performAndUndo), {
    numRuns: numRuns(20, 50),
  });
});

test('five hundred commands in a row undo to the first byte', () => {
  const commands = fc.array(anyCommand, { minLength: 500, maxLength: 500, size: 'max' });
  fc.assert(fc.property(commands, lineEnds, performAndUndo), { numRuns: numRuns(1, 2), endOnFailure: true });
});
