import { type Analysis, effectiveWorkflow, type GraphNode } from '../../graph/index.ts';
import { findRange } from '../../syntax/index.ts';
import { callsOut } from '../../testFile/index.ts';
import { createLineIndex, type LineIndex, type Path, type Position } from '../../text/index.ts';
import type { PlayedTest } from '../play/playTest.ts';

/** What tests of a workflow can come to. */
export type CoveredKind = 'task' | 'edge' | 'outcome';

/** One of these, with how often tests came to it. Plain data, the same for the same texts. */
export interface CoveredPart {
  readonly kind: CoveredKind;
  /** The task, the source of the edge, or the task that ends so. */
  readonly task: string;
  /** Of an edge, where it leads and by what: `on_error → sorry`; of an outcome: `success`, `error` or `retry`; of a task, nothing. */
  readonly name: string;
  readonly count: number;
  /** Where it is in the workflow; lines and columns from 1. */
  readonly at: Position;
}

/**
 * What the tests of one workflow came to: its tasks, its edges, and the outcomes that its tasks can have. An outcome is `success`; `error` of a
 * task that calls something of the world; `retry` of one that is tried again. What no run comes to, and what is disabled, does not count.
 */
export class Coverage {
  readonly #analysis: Analysis;
  readonly #lines: LineIndex;
  readonly #counts = new Map<string, number>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#lines = createLineIndex(analysis.syntax.text);
  }

  /** Adds what a test came to. */
  add({ events, view }: PlayedTest): void {
    for (const [edge, count] of view.edges) this.#count('edge', edge, count);
    for (const event of events) {
      if (event.type === 'task.started') this.#count('task', event.taskId);
      else if (event.type === 'task.succeeded') this.#count('success', event.taskId);
      else if (event.type === 'task.failed') this.#count('error', event.taskId);
      else if (event.type === 'task.retrying') {
        this.#count('error', event.taskId);
        this.#count('retry', event.taskId);
      }
    }
  }

  /** All of it: each task with its outcomes and its edges, in the order of the text. */
  list(): readonly CoveredPart[] {
    const { graph } = this.#analysis;
    const live = [...graph.nodes.values()].filter(({ task, isReachable }) => isReachable && !task.isDisabled);
    const ids = new Set(live.map(({ id }) => id));
    const edges = graph.edges.filter(({ source, isDangling }) => ids.has(source) && !isDangling);
    const parts = [
      ...live.flatMap((node) => this.#partsOf(node)),
      ...edges.map(({ id, source, via, target, path }): CoveredPart => {
        const at = this.#placeOf(path);
        return {
          kind: 'edge',
          task: source,
          name: `${via} → ${target}`,
          count: this.#counts.get(`edge ${id}`) ?? 0,
          at,
        };
      }),
    ];
    return parts.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  }

  #partsOf(node: GraphNode): readonly CoveredPart[] {
    const { id, task } = node;
    const at = this.#placeOf(task.path);
    const part = (kind: CoveredKind, name: string, key: string): CoveredPart => ({
      kind,
      task: id,
      name,
      count: this.#counts.get(`${key} ${id}`) ?? 0,
      at,
    });
    const canFail = callsOut(effectiveWorkflow(this.#analysis), task);
    return [
      part('task', '', 'task'),
      part('outcome', 'success', 'success'),
      ...(canFail ? [part('outcome', 'error', 'error')] : []),
      ...(task.retry === null ? [] : [part('outcome', 'retry', 'retry')]),
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
