import { err, ok, type Result } from '../base/index.ts';
import type { Budget, RunError, RunInput, RunView } from '../run/index.ts';

/** Reads `--budget-tokens N` and `--budget-cost N`; null without either. The error is one sentence. */
export function parseBudget(tokens: string | undefined, cost: string | undefined): Result<Budget | null, string> {
  if (tokens === undefined && cost === undefined) return ok(null);
  if (tokens !== undefined && !/^[1-9]\d{0,14}$/.test(tokens))
    return err(`--budget-tokens takes a whole number above 0, not "${tokens}".`);
  if (cost !== undefined && !(/^\d*\.?\d+$/.test(cost) && Number(cost) > 0))
    return err(`--budget-cost takes US dollars above 0, such as 0.50, not "${cost}".`);
  return ok({
    ...(tokens === undefined ? {} : { tokens: Number(tokens) }),
    ...(cost === undefined ? {} : { cost: Number(cost) }),
  });
}

/** The budget of a run, by its journal: the last one that was set. */
export function budgetOf(inputs: readonly RunInput[]): Budget {
  return inputs.reduce<Budget>(
    (budget, input) =>
      input.type === 'run.started' || input.type === 'run.resumed' ? (input.budget ?? budget) : budget,
    {},
  );
}

/**
 * Why a run is blocked by its budget, with what its models used and how to continue; null where it is within its budget.
 * `journal` is the file that holds the run; null where it has none.
 */
export function explainSpent(view: RunView, budget: Budget, journal: string | null): RunError | null {
  const { usage } = view;
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  const cost = usage?.cost ?? 0;
  const exceeded = [
    ...(tokens > (budget.tokens ?? Infinity)
      ? [`${tokens} tokens, more than the ${budget.tokens} of --budget-tokens`]
      : []),
    ...(cost > (budget.cost ?? Infinity) ? [`${toDollars(cost)}, more than the ${budget.cost} of --budget-cost`] : []),
  ];
  if (exceeded.length === 0) return null;
  const options = [
    ...(hasStartedOthers(view) ? [WORKSPACE_OPTION] : []),
    ...(tokens > (budget.tokens ?? Infinity) ? [`--budget-tokens N (N above ${tokens})`] : []),
    ...(cost > (budget.cost ?? Infinity) ? [`--budget-cost N (N above ${toDollars(cost)})`] : []),
  ];
  const next =
    journal === null
      ? 'It was not saved and cannot be continued; next time name a file with --journal.'
      : `Continue it with: signalbox run --journal ${journal} --resume ${options.join(' ')}`;
  const message = `The run stopped: its models used ${exceeded.join(', and ')}. ${next}`;
  const details = { type: 'budget', reason: 'passed', tokens, cost: usage?.cost ?? null, budget: { ...budget } };
  return { code: 'LIMIT_ERROR', message, details };
}

/** Why a run has stopped by a budget, its own or that of a run inside; null where no budget has stopped it. */
export function explainStopped(view: RunView, budget: Budget, journal: string | null): RunError | null {
  return explainSpent(view, budget, journal) ?? explainPaused(view, budget, journal);
}

/** As {@link explainSpent}, of a run that a budget has paused though it is within its own; null for any other. */
function explainPaused({ paused, usage }: RunView, budget: Budget, journal: string | null): RunError | null {
  if (paused?.reason !== 'budget') return null;
  const next =
    journal === null
      ? 'It was not saved and cannot be continued; next time name a file with --journal.'
      : `Continue it with: signalbox run --journal ${journal} --resume ${WORKSPACE_OPTION}`;
  const message = `The run is paused: a workflow that it runs has used what was left of the budget when that workflow started. ${next}`;
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  const details = { type: 'budget', reason: 'inside', tokens, cost: usage?.cost ?? null, budget: { ...budget } };
  return { code: 'LIMIT_ERROR', message, details };
}

const WORKSPACE_OPTION = '--workspace DIR (the folder of the workflows that it runs)';

/** Whether the run has started others, without whose folder it cannot be continued. */
function hasStartedOthers({ activations }: RunView): boolean {
  return [...activations.values()].some(({ effects }) => effects.some(({ child }) => child !== undefined));
}

/** Six significant digits: without the rounding error of sums of fractions. */
function toDollars(cost: number): string {
  return `${Number(cost.toPrecision(6))} US dollars`;
}
