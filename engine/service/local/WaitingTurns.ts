/** What goes first: runs whose time has come, then those that have begun, then those that have not. */
export type TurnRank = 'woken' | 'begun' | 'queued';

const RANKS: readonly TurnRank[] = ['woken', 'begun', 'queued'];

/**
 * Runs that wait for their turn, in a lane for each rank and workflow, so that finding who is next costs as much as there are
 * workflows with waiting runs, however many runs those have.
 */
export class WaitingTurns {
  /** By rank and by workflow: ids in their order, each with its number among all. */
  readonly #lanes: Readonly<Record<TurnRank, Map<string, Map<string, number>>>> = {
    woken: new Map(),
    begun: new Map(),
    queued: new Map(),
  };
  #number = 0;

  /** Puts a run at the end of its rank; one that is there already keeps its place. */
  add(rank: TurnRank, id: string, workflow: string): void {
    const lanes = this.#lanes[rank];
    const lane = lanes.get(workflow) ?? new Map<string, number>();
    lanes.set(workflow, lane);
    if (!lane.has(id)) lane.set(id, this.#number++);
  }

  remove(id: string, workflow: string): void {
    for (const rank of RANKS) {
      const lane = this.#lanes[rank].get(workflow);
      if (lane?.delete(id) === true && lane.size === 0) this.#lanes[rank].delete(workflow);
    }
  }

  /** The run whose turn it is, of the workflows that may begin one; null: there is none. */
  next(mayBegin: (workflow: string) => boolean): string | null {
    for (const rank of RANKS) {
      let first: { readonly id: string; readonly number: number } | null = null;
      for (const [workflow, lane] of this.#lanes[rank]) {
        const [head] = lane;
        if (head === undefined || (first !== null && head[1] > first.number) || !mayBegin(workflow)) continue;
        first = { id: head[0], number: head[1] };
      }
      if (first !== null) return first.id;
    }
    return null;
  }
}
