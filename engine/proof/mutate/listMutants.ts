import type { Data } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { configOf, type Route, type Target, type Task } from '../../model/index.ts';
import { findNode, findRange, removeAt, setValue } from '../../syntax/index.ts';
import { applyEdits, createLineIndex, type Path, type Position, type TextEdit } from '../../text/index.ts';

/** What was changed: a condition was flipped, two ways swapped, a handler omitted, a retry or a join changed. */
export type MutantKind = 'condition' | 'routes' | 'handler' | 'retry' | 'join';

/** A workflow with one change that a test should notice. */
export interface Mutant {
  readonly kind: MutantKind;
  readonly task: string;
  /** What was changed, in a few words. */
  readonly what: string;
  /** Where; lines and columns from 1. */
  readonly at: Position;
  /** The whole text with the change, which is the smallest edit. */
  readonly text: string;
}

/** All changes of a workflow, in the order of its text. What no run reaches, and what is disabled, is left as it is. */
export function listMutants(analysis: Analysis): readonly Mutant[] {
  const list = new MutantList(analysis);
  for (const node of analysis.graph.nodes.values()) if (node.isReachable && !node.task.isDisabled) list.add(node);
  return list.all.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

class MutantList {
  readonly all: Mutant[] = [];
  readonly #analysis: Analysis;
  readonly #lines;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#lines = createLineIndex(analysis.syntax.text);
  }

  add(node: GraphNode): void {
    this.#conditions(node);
    this.#routes(node);
    this.#handlers(node);
    this.#retry(node);
    this.#join(node);
  }

  #conditions({ id, task }: GraphNode): void {
    const places: readonly (readonly [Data | undefined, Path])[] = [
      [configOf(task).condition, [...task.path, 'config', 'condition']],
      ...task.handlers.map(({ condition, path }) => [condition, [...path, 'condition']] as const),
      ...routesOf(task).flatMap((routes) =>
        routes.map(({ condition, path }) => [condition, [...path, 'condition']] as const),
      ),
    ];
    for (const [condition, path] of places) {
      const flipped = flip(condition);
      if (flipped !== null)
        this.#set(id, { kind: 'condition', what: `the condition of “${id}” is flipped`, path }, flipped);
    }
  }

  #routes({ id, task }: GraphNode): void {
    const { default: otherwise } = configOf(task);
    for (const routes of routesOf(task)) {
      const ways: readonly Target[] =
        otherwise != null && routes === configOf(task).routes ? [...routes, otherwise] : routes;
      for (const [index, way] of ways.entries()) {
        const next = ways[index + 1];
        if (next === undefined || sameNext(way, next)) continue;
        const edits = [this.#lead(way, next), this.#lead(next, way)];
        const [one, other] = edits;
        if (one == null || other == null) continue;
        const what = `“${id}” leads to ${nameNext(next)} where it led to ${nameNext(way)}, and the reverse`;
        this.#push({ kind: 'routes', task: id, what, path: way.path }, [...one, ...other]);
      }
    }
  }

  #handlers({ id, task }: GraphNode): void {
    for (const { name, path } of task.handlers) {
      const edits = removeAt(this.#analysis.syntax, path);
      if (edits.ok) this.#push({ kind: 'handler', task: id, what: `${name} of “${id}” is removed`, path }, edits.value);
    }
  }

  #retry({ id, task }: GraphNode): void {
    const attempts = task.retry?.attempts;
    if (attempts?.kind !== 'value' || attempts.value < 1) return;
    const path = [...task.path, 'retry', 'attempts'];
    for (const value of [attempts.value - 1, attempts.value + 1])
      this.#set(id, { kind: 'retry', what: `retries of “${id}” are ${value}, not ${attempts.value}`, path }, value);
  }

  #join({ id, task }: GraphNode): void {
    if (task.join === null) return;
    const path = [...task.path, 'join'];
    const edits = removeAt(this.#analysis.syntax, path);
    if (edits.ok) this.#push({ kind: 'join', task: id, what: `“${id}” waits for nothing else`, path }, edits.value);
  }

  /** Edits that lead one way to where another leads; null where that cannot be written. */
  #lead({ path }: Target, { next }: Target): readonly TextEdit[] | null {
    const { syntax } = this.#analysis;
    const isShort = findNode(syntax, path)?.kind !== 'map';
    const [only] = next;
    const value: Data = next.length === 1 && only !== undefined ? only : [...next];
    const edits = setValue(syntax, isShort ? path : [...path, 'next'], value);
    return edits.ok ? edits.value : null;
  }

  #set(task: string, change: Omit<Change, 'task'>, value: Data): void {
    const edits = setValue(this.#analysis.syntax, change.path, value);
    if (edits.ok) this.#push({ ...change, task }, edits.value);
  }

  #push({ path, ...change }: Change, edits: readonly TextEdit[]): void {
    const { syntax } = this.#analysis;
    const sorted = edits.toSorted((a, b) => a.start - b.start);
    const at = this.#lines.positionAt(findRange(syntax, path, 'value').start);
    this.all.push({ ...change, at, text: applyEdits(syntax.text, sorted) });
  }
}

type Change = Omit<Mutant, 'at' | 'text'> & { readonly path: Path };

function routesOf(task: Task): readonly (readonly Route[])[] {
  const { routes } = configOf(task);
  return [routes, ...task.handlers.map((handler) => handler.routes)].flatMap((each) => (each == null ? [] : [each]));
}

/** The opposite of a condition, written as that is; null for what is no expression. */
function flip(condition: Data | undefined): Data | null {
  if (typeof condition === 'boolean') return !condition;
  if (typeof condition !== 'string' || condition.trim() === '') return null;
  const whole = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(condition);
  if (whole === null) return `!(${condition.trim()})`;
  return `{{ !(${(whole[1] ?? '').trim()}) }}`;
}

function sameNext({ next }: Target, other: Target): boolean {
  return next.length === other.next.length && next.every((id, index) => other.next[index] === id);
}

function nameNext({ next }: Target): string {
  return next.length === 0 ? 'nothing' : next.map((id) => `“${id}”`).join(' and ');
}
