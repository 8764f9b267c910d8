import { RecentMap } from '../../base/index.ts';
import type { LimitRule } from '../../serveConfig/index.ts';
import { workflowTest } from '../workflowTest.ts';

/** Of how many workflows the rule is kept: names may be of anything. */
const MOST_FOUND = 1000;

/** The rules of `limits`. Which one is that of a workflow is kept by name. */
export class WorkflowRules {
  readonly list: readonly LimitRule[];
  readonly #tests: readonly { readonly rule: LimitRule; readonly isMeant: (workflow: string) => boolean }[];
  readonly #found = new RecentMap<string, LimitRule | null>(MOST_FOUND);

  constructor(list: readonly LimitRule[]) {
    this.list = list;
    this.#tests = list.map((rule) => ({ rule, isMeant: workflowTest([rule.workflow]) }));
  }

  /**
   * Tells of which workflows a run may begin.
   * @param atWork the workflow of each run that is at work
   */
  room(atWork: readonly string[]): (workflow: string) => boolean {
    const active = new Map<LimitRule, number>();
    for (const workflow of atWork) {
      const rule = this.find(workflow);
      if (rule !== null) active.set(rule, (active.get(rule) ?? 0) + 1);
    }
    return (workflow) => {
      const rule = this.find(workflow);
      return rule === null || rule.active === null || (active.get(rule) ?? 0) < rule.active;
    };
  }

  /** The rule of a workflow of whose runs so many have not begun as it allows; null: it has none, or room. */
  full(workflow: string, unbegun: UnbegunRuns): LimitRule | null {
    const rule = this.find(workflow);
    if (rule === null || rule.queue === null) return null;
    return unbegun.count((each) => this.find(each) === rule) >= rule.queue ? rule : null;
  }

  /** The rule of a workflow; null: it has none. */
  find(workflow: string): LimitRule | null {
    const known = this.#found.get(workflow);
    if (known !== undefined) return known;
    const rule = this.#tests.find(({ isMeant }) => isMeant(workflow))?.rule ?? null;
    this.#found.set(workflow, rule);
    return rule;
  }
}

/** Runs that have not begun, each with its workflow, counted by workflow. */
export class UnbegunRuns {
  readonly #workflows = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#workflows.size;
  }

  has(id: string): boolean {
    return this.#workflows.has(id);
  }

  add(id: string, workflow: string): void {
    if (this.#workflows.has(id)) return;
    this.#workflows.set(id, workflow);
    this.#counts.set(workflow, (this.#counts.get(workflow) ?? 0) + 1);
  }

  /** Whether it was there. */
  delete(id: string): boolean {
    const workflow = this.#workflows.get(id);
    if (workflow === undefined) return false;
    this.#workflows.delete(id);
    const left = (this.#counts.get(workflow) ?? 1) - 1;
    if (left === 0) this.#counts.delete(workflow);
    else this.#counts.set(workflow, left);
    return true;
  }

  /** How many there are of the workflows that are meant. */
  count(isMeant: (workflow: string) => boolean): number {
    let count = 0;
    for (const [workflow, each] of this.#counts) if (isMeant(workflow)) count += each;
    return count;
  }
}
