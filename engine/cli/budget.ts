import type { JsonObject } from '../base/index.ts';
import type { Budget, RunError, RunInput, RunView } from '../run/index.ts';
import { type Values, value, whole } from './arguments/options.ts';

/** What models may use, in tokens and in US dollars. */
export const BUDGET = {
  budgetTokens: whole(1),
  budgetCost: value(
    (written) => (/^\d*\.?\d+$/.test(written) && Number(written) > 0 ? Number(written) : undefined),
    'US dollars above 0, such as 0.50',
  ),
} as const;

/** What those options say; null without either. */
export function budgetFrom({ budgetTokens: tokens, budgetCost: cost }: Values<typeof BUDGET>): Budget | null {
  if (tokens === null && cost === null) return null;
  return { ...(tokens === null ? {} : { tokens }), ...(cost === null ? {} : { cost }) };
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
  const message = `The run stopped: its models used ${exceeded.join(', and ')}. ${tellNext(journal, options)}`;
  return { code: 'LIMIT_ERROR', message, details: { ...detailsOf(view, budget), reason: 'passed' } };
}

/** Why a run has stopped by a budget, its own or that of a run inside; null where no budget has stopped it. */
export function explainStopped(view: RunView, budget: Budget, journal: string | null): RunError | null {
  const spent = explainSpent(view, budget, journal);
  if (spent !== null || view.paused?.reason !== 'budget') return spent;
  const message = `The run is paused: a workflow that it runs has used what was left of the budget when that workflow started. ${tellNext(journal, [WORKSPACE_OPTION])}`;
  return { code: 'LIMIT_ERROR', message, details: { ...detailsOf(view, budget), reason: 'inside' } };
}

/** How to continue, with these options. */
function tellNext(journal: string | null, options: readonly string[]): string {
  return journal === null
    ? 'It was not saved and cannot be continued; next time name a file with --journal.'
    : `Continue it with: signalbox run --journal ${journal} --resume ${options.join(' ')}`;
}

function detailsOf({ usage }: RunView, budget: Budget): JsonObject {
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  return { type: 'budget', tokens, cost: usage?.cost ?? null, budget: { ...budget } };
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
