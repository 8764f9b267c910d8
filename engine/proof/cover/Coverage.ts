import { type FailingCall, failureCodes } from '../../effects/index.ts';
import { type Analysis, effectiveWorkflow, type GraphNode } from '../../graph/index.ts';
import { configOf, resolveUse, type Task, traitsOf, type Workflow } from '../../model/index.ts';
import { findRange } from '../../syntax/index.ts';
import { callsOut } from '../../testFile/index.ts';
import { createLineIndex, type LineIndex, type Path, type Position } from '../../text/index.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { type Branch, countBranch, listBranches } from './listBranches.ts';

/** What tests of a workflow can reach. */
export type CoveredKind = 'task' | 'edge' | 'outcome' | 'branch';

/** One of these, with how often tests reached it. Plain data, the same for the same texts. */
export interface CoveredPart {
  readonly kind: CoveredKind;
  /** The task, the source of the edge, the task that ends so, or that evaluates the expression; empty for one of the whole workflow. */
  readonly task: string;
  /**
   * Of an edge, where it leads and by what: `on_error → sorry`; of an outcome: `success`, a code of an error, `timeout`,
   * `validation` or `retry`; of a branch what it looks at and which way it goes: `input.n > 3 is false`; of a task, nothing.
   */
  readonly name: string;
  readonly count: number;
  /** Where it is in the workflow; lines and columns from 1. */
  readonly at: Position;
}

/**
 * What the tests of one workflow reached: its tasks, its edges, the outcomes that its tasks can have (`outcomesOf`), and the branches of its
 * expressions. What no run reaches, and what is disabled, does not count.
 */
export class Coverage {
  readonly #analysis: Analysis;
  readonly #lines: LineIndex;
  readonly #counts = new Map<string, number>();
  readonly #outcomes: ReadonlyMap<string, readonly string[]>;
  readonly #branches: readonly Branch[];
  readonly #ways = new Map<string, number>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#lines = createLineIndex(analysis.syntax.text);
    this.#outcomes = new Map(this.#live().map(({ id, task }) => [id, outcomesOf(analysis, task)] as const));
    this.#branches = listBranches(analysis);
  }

  /** Adds the result of a test. */
  add({ events, view, branches }: PlayedTest): void {
    for (const [edge, count] of view.edges) this.#count('edge', edge, count);
    for (const [key, count] of branches) this.#ways.set(key, (this.#ways.get(key) ?? 0) + count);
    for (const event of events) {
      if (event.type === 'task.started') this.#count('task', event.taskId);
      else if (event.type === 'task.succeeded') this.#count('success', event.taskId);
      else if (event.type === 'task.failed' || event.type === 'task.retrying') {
        const { taskId, error } = event;
        this.#count(outcomeOf(error.code, this.#outcomes.get(taskId) ?? []), taskId);
        if (event.type === 'task.retrying') this.#count('retry', taskId);
      }
    }
  }

  /** All of it, in the order of the text. */
  list(): readonly CoveredPart[] {
    const live = this.#live();
    const ids = new Set(live.map(({ id }) => id));
    const edges = this.#analysis.graph.edges.filter(({ source, isDangling }) => ids.has(source) && !isDangling);
    const parts = [
      ...live.flatMap((node) => this.#partsOf(node)),
      ...edges.map(({ id, source, via, target, path }): CoveredPart => {
        const at = this.#placeOf(path);
        const count = this.#counts.get(`edge ${id}`) ?? 0;
        return { kind: 'edge', task: source, name: `${via} → ${target}`, count, at };
      }),
      ...this.#branches.map((branch): CoveredPart => {
        const { task, name, place } = branch;
        const count = countBranch(branch, this.#ways);
        return { kind: 'branch', task: task ?? '', name, count, at: this.#lines.positionAt(place) };
      }),
    ];
    return parts.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  }

  #live(): readonly GraphNode[] {
    return [...this.#analysis.graph.nodes.values()].filter(({ task, isReachable }) => isReachable && !task.isDisabled);
  }

  #partsOf({ id, task }: GraphNode): readonly CoveredPart[] {
    const at = this.#placeOf(task.path);
    const countOf = (key: string): number => this.#counts.get(`${key} ${id}`) ?? 0;
    return [
      { kind: 'task', task: id, name: '', count: countOf('task'), at },
      ...(this.#outcomes.get(id) ?? []).map(
        (name): CoveredPart => ({ kind: 'outcome', task: id, name, count: countOf(name), at }),
      ),
    ];
  }

  #count(kind: string, id: string, more = 1): void {
    const key = `${kind} ${id}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + more);
  }

  #placeOf(path: Path): Position {
    return this.#lines.positionAt(findRange(this.#analysis.syntax, path, 'value').start);
  }
}

/**
 * How a task can end, as far as its text says: `success`; each code that what it calls fails with, and that its routes name; `timeout` where its time
 * is bounded; `validation` where what it is given, or gives, has a schema that it or its tool or agent brings; `retry` where it is tried again.
 */
function outcomesOf(analysis: Analysis, task: Task): readonly string[] {
  const workflow = effectiveWorkflow(analysis);
  const call = callsOut(workflow, task) ? callOf(workflow, task) : null;
  const codes = new Set([...(call === null ? [] : failureCodes(call)), ...routedCodes(task)]);
  return [
    'success',
    ...[...codes].filter((code) => !Object.hasOwn(OWN_NAMES, code)),
    ...(isBounded(task) || codes.has('TIMEOUT_ERROR') ? ['timeout'] : []),
    ...(hasSchema(workflow, task) || codes.has('VALIDATION_ERROR') ? ['validation'] : []),
    ...(task.retry === null ? [] : ['retry']),
  ];
}

/** Which outcome of a task an error is. A code that is none of them counts as the general one, where the task has it. */
function outcomeOf(code: string, outcomes: readonly string[]): string {
  const name = (Object.hasOwn(OWN_NAMES, code) ? OWN_NAMES[code] : undefined) ?? code;
  return outcomes.includes(name)
    ? name
    : (['EXECUTION_ERROR', 'PROVIDER_ERROR'].find((each) => outcomes.includes(each)) ?? name);
}

const OWN_NAMES: Readonly<Record<string, string>> = { TIMEOUT_ERROR: 'timeout', VALIDATION_ERROR: 'validation' };

function callOf(workflow: Workflow, task: Task): FailingCall {
  const use = resolveUse(workflow, task);
  if (use.kind === 'agent') return { type: 'model.call' };
  if (use.kind === 'core' && use.name === 'agent') return { type: 'model.call' };
  return { type: 'tool.call', use: (use.kind === 'tool' ? use.tool.use : task.use)?.text ?? '' };
}

/** Codes that its `on_error` routes name. */
function routedCodes({ handlers }: Task): readonly string[] {
  const handler = handlers.find(({ name }) => name === 'on_error');
  if (handler === undefined || handler.routes === null || handler.condition !== null) return [];
  return handler.routes.map(({ key }) => key).filter((key) => /^[A-Z][A-Z0-9_]*$/.test(key));
}

function isBounded(task: Task): boolean {
  if (task.handlers.some(({ name }) => name === 'on_timeout')) return true;
  const { hasTimeout, waits } = traitsOf(task.type);
  const { timeout = null, maxChecks = null } = configOf(task);
  return (hasTimeout || waits) && (timeout !== null || maxChecks !== null);
}

function hasSchema(workflow: Workflow, task: Task): boolean {
  if (task.inputSchema !== null || task.outputSchema !== null) return true;
  if (task.handlers.some(({ name }) => name === 'on_validation_error')) return true;
  const use = resolveUse(workflow, task);
  if (use.kind === 'agent') return (use.action?.output ?? null) !== null;
  return use.kind === 'tool' && (use.tool.schema.input !== null || use.tool.schema.output !== null);
}
