import { type Data, type DataMap, isDataMap } from '../../base/index.ts';
import type { Action, Agent, Workflow } from './Workflow.ts';

/** What the text of a workflow says that a model costs, for a million tokens to it and from it. */
export interface AgentPrice {
  readonly provider: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

/** The prices before others: `config.price` of an agent, or of one of its actions, is that of its model in the whole run. */
export function withAgentPrices<Price>(
  { agents }: Pick<Workflow, 'agents'>,
  others: readonly Price[],
): (AgentPrice | Price)[] {
  const own = agents.flatMap((agent) => [null, ...agent.actions].flatMap((action) => priceOf(agent, action) ?? []));
  return [...own, ...others];
}

/** The price that an agent has of its model, as an action sets both; null where it has none, or a template decides. */
export function priceOf(agent: Agent, action: Action | null): AgentPrice | null {
  const [provider, model, price] = ['provider', 'model', 'price'].map((key) => settingOf(agent, action, key));
  if (!isName(provider) || !isName(model) || !isDataMap(price)) return null;
  const [input, output] = [readAmount(price, 'input'), readAmount(price, 'output')];
  return input === null || output === null ? null : { provider, model, input, output };
}

/** A setting of an agent, that of its action over its own. */
export function settingOf(agent: Agent, action: Action | null, key: string): Data {
  const own = action?.config?.get(key);
  return own ?? (isDataMap(agent.config) ? (agent.config.get(key) ?? null) : null);
}

/** A template is none: what it gives is known once it runs. */
function isName(value: Data | undefined): value is string {
  return typeof value === 'string' && !value.includes('{{');
}

function readAmount(price: DataMap, key: string): number | null {
  const amount = price.get(key);
  return typeof amount === 'number' && amount >= 0 ? amount : null;
}
