import type { Json } from '../../base/index.ts';
import { createFewTable, createFullTable, FewMap, type Table } from '../../base/index.ts';

/** Results that expressions read. An overlay's reads fall through to its parent. */
export class StoreOf<Result> {
  readonly parent: StoreOf<Result> | null;
  /** By the number of its id in the program. */
  readonly tasks: Table<Result>;
  private madeAgents: Map<string, Json> | null = null;
  private madeTools: Map<string, Json> | null = null;

  constructor(parent: StoreOf<Result> | null, tasks: Table<Result>) {
    this.parent = parent;
    this.tasks = tasks;
  }

  get agents(): Map<string, Json> {
    this.madeAgents ??= new FewMap();
    return this.madeAgents;
  }

  get tools(): Map<string, Json> {
    this.madeTools ??= new FewMap();
    return this.madeTools;
  }

  /** False while there are no results of agents and tools: their maps are made when first asked for. */
  get hasUses(): boolean {
    return this.madeAgents !== null || this.madeTools !== null;
  }
}

/** An empty store; reads of an overlay fall through to its parent. */
export function createStore<Result>(parent: StoreOf<Result> | null): StoreOf<Result> {
  return new StoreOf(parent, createFewTable());
}

/** The empty store of a run, in which each of so many tasks may have a result. */
export function createRootStore<Result>(tasks: number): StoreOf<Result> {
  return new StoreOf(null, createFullTable(tasks));
}
