import type { ActivationView, RunView } from '#engine/run';

/** One step of a report, with how many containers are around it. */
export interface ReportStep {
  readonly step: ActivationView;
  readonly depth: number;
}

/** Most steps of one report. */
export const MOST_STEPS = 2_000;

/** How many of them are kept for those that failed, wherever they are. */
const MOST_FAILED = 500;

/**
 * The steps of a report in the order in which they began, each followed by those inside it. Of a run with more than `most`: the
 * first that failed, with the containers around them, then the first ones.
 */
export function listSteps({ activations }: RunView, most: number = MOST_STEPS): readonly ReportStep[] {
  const chosen = activations.size <= most ? null : choose(activations, most);
  const inside = new Map<number | null, ActivationView[]>();
  for (const step of activations.values()) {
    if (chosen?.has(step.activation) === false) continue;
    const parent = parentOf(activations, step);
    const beside = inside.get(parent);
    if (beside === undefined) inside.set(parent, [step]);
    else beside.push(step);
  }
  const steps: ReportStep[] = [];
  const open: ReportStep[] = stackOf(inside.get(null), 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    steps.push(next);
    open.push(...stackOf(inside.get(next.step.activation), next.depth + 1));
  }
  return steps;
}

function stackOf(steps: readonly ActivationView[] = [], depth: number): ReportStep[] {
  return steps.map((step) => ({ step, depth })).toReversed();
}

function choose(activations: RunView['activations'], most: number): ReadonlySet<number> {
  const chosen = new Set<number>();
  let failed = 0;
  for (const step of activations.values()) {
    if (failed === MOST_FAILED || chosen.size >= most) break;
    if (step.status !== 'error') continue;
    failed += 1;
    for (let at: ActivationView | undefined = step; at !== undefined; at = above(activations, at))
      chosen.add(at.activation);
  }
  for (const step of activations.values()) {
    if (chosen.size >= most) break;
    chosen.add(step.activation);
  }
  return chosen;
}

function above(activations: RunView['activations'], step: ActivationView): ActivationView | undefined {
  const parent = parentOf(activations, step);
  return parent === null ? undefined : activations.get(parent);
}

/** What is inside began later: a run from a file that says otherwise leads in no circle. */
function parentOf(activations: RunView['activations'], { activation, parent }: ActivationView): number | null {
  return parent !== null && parent < activation && activations.has(parent) ? parent : null;
}
