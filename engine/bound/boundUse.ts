import { type Data, type DataMap, isDataMap } from '../base/index.ts';
import {
  type Action,
  type Agent,
  parseDuration,
  priceOf,
  type ResolvedUse,
  resolveUse,
  settingOf,
  startedFile,
  type Task,
  type Workflow,
} from '../model/index.ts';
import type { ModelPrice } from '../run/index.ts';
import { builtInNamed, findBuiltIn, HTTP, MEMORY, MOCK_PROVIDER } from '../tools/index.ts';
import { amount, type Bound, type Gap, type GapReason, lasts, NOTHING, type Taken, unbounded } from './Bound.ts';

/** What of a price bounds an answer. */
export type AnswerPrice = Pick<ModelPrice, 'provider' | 'model' | 'output'>;

/** What bounds uses besides the text of their own file. */
interface UseBounds {
  readonly prices: readonly AnswerPrice[];
  readonly inside: BoundInside;
}

/** Answers of a conversation without tools: the last one, and two that are sent back (format.md 9). */
const ANSWERS = 3;

/** Prices are for a million tokens. */
const PRICED_TOKENS = 1_000_000;

/** How often an agent may ask its model where its text says nothing. */
const DEFAULT_MAX_STEPS = 10;

/** One use of what a task names. What reaches nothing takes no time: computing and the stores of this device do not count. */
export function boundUse(workflow: Workflow, task: Task, by: UseBounds): Taken {
  const use = resolveUse(workflow, task);
  switch (use.kind) {
    case 'agent':
      return {
        ...lasts(unbounded(task.id, 'timeout')),
        cost: boundAnswers(workflow, task, { use, prices: by.prices }),
      };
    case 'tool': {
      const { use: reference, config } = use.tool;
      if (reference === null) return NOTHING;
      return reference.repo === 'core'
        ? (boundStarted(workflow, task, reference.package, by) ??
            boundBuiltIn(task.id, { name: reference.package, config }))
        : lasts(unbounded(task.id, 'timeout'));
    }
    case 'core':
      return boundStarted(workflow, task, use.name, by) ?? boundBuiltIn(task.id, { name: use.name, config: null });
    case 'mcp':
      return lasts(unbounded(task.id, 'timeout'));
    case 'none':
    case 'unresolved':
      return NOTHING;
  }
}

/** Of what starts another run: what that takes, and what its models cost; null for another tool. */
function boundStarted(workflow: Workflow, task: Task, name: string, { inside }: UseBounds): Taken | null {
  if (builtInNamed(name)?.reach !== 'anywhere') return null;
  const file = startedFile(workflow, task);
  return file === null ? open(task.id, 'unnamed') : inside(task.id, file);
}

function boundBuiltIn(taskId: string, { name, config }: { name: string; config: DataMap | null }): Taken {
  const tool = builtInNamed(name);
  if (tool === undefined) return NOTHING;
  if (tool.name === MEMORY.name) return lasts(unbounded(taskId, 'timeout'));
  // A script ends itself, and has what is computed meanwhile: its time is the only one of a tool that counts as long as it may.
  const limit = config?.get('timeout') ?? defaultTimeout(tool.schema.config);
  if (tool.reach === 'nowhere' && limit === undefined) return NOTHING;
  const isBounding = tool.reach === 'nowhere' || tool.name === HTTP.name;
  return lasts(isBounding ? readLimit(taskId, limit) : unbounded(taskId, 'timeout'));
}

function defaultTimeout({ properties }: { readonly properties?: Readonly<Record<string, object>> }): Data | undefined {
  const schema = properties?.['timeout'];
  return schema !== undefined && 'default' in schema && typeof schema.default === 'string' ? schema.default : undefined;
}

function readLimit(taskId: string, limit: Data | undefined): Bound {
  if (typeof limit !== 'string') return unbounded(taskId, 'timeout');
  if (limit.includes('{{')) return unbounded(taskId, 'template');
  const duration = parseDuration(limit);
  // It is refused before anything is sent.
  return amount(duration.ok ? duration.value : 0);
}

/** What an agent's answers cost at most. What is sent to its model is not in the text, and comes on top. */
function boundAnswers(
  workflow: Workflow,
  { id }: Task,
  { use, prices }: { readonly use: Extract<ResolvedUse, { kind: 'agent' }>; readonly prices: readonly AnswerPrice[] },
): Bound {
  const { agent, action } = use;
  const provider = settingOf(agent, action, 'provider');
  const model = settingOf(agent, action, 'model');
  const price = priceOf(agent, action) ?? prices.find((each) => each.provider === provider && each.model === model);
  if (price === undefined && provider === MOCK_PROVIDER) return amount(0);
  const tokens = settingOf(agent, action, 'max_tokens');
  if (typeof tokens !== 'number') return unbounded(id, 'max_tokens');
  if (price === undefined) return unbounded(id, 'price');
  if (agent.tools.some((entry) => startsRuns(workflow, entry))) return unbounded(id, 'workflow');
  const turns = turnsOf(workflow, agent, action);
  return turns === null ? unbounded(id, 'template') : amount((turns * tokens * price.output) / PRICED_TOKENS);
}

function turnsOf(workflow: Workflow, agent: Agent, action: Action | null): number | null {
  const hasTools = agent.tools.length > 0 || (agent.memory ?? workflow.memory) !== null;
  const steps = settingOf(agent, action, 'max_steps') ?? DEFAULT_MAX_STEPS;
  if (typeof steps !== 'number') return hasTools ? null : ANSWERS;
  return hasTools ? steps : Math.min(steps, ANSWERS);
}

/** Whether a tool of an agent starts another run. */
function startsRuns({ tools }: Workflow, entry: Data): boolean {
  if (!isDataMap(entry)) return false;
  const shared = tools.find(({ id }) => id === entry.get('id'));
  const own = entry.get('use');
  const use = typeof own === 'string' ? own : (shared?.use?.text ?? null);
  return use !== null && findBuiltIn(use)?.reach === 'anywhere';
}

/** The workflow of another file, with what it imports; null where it is not at hand. */
export type FindWorkflow = (file: string) => Workflow | null;

/** How a run that a task starts is bounded. */
export type BoundInside = (taskId: string, file: string) => Taken;

/** What bounds a run that starts others. */
interface Inside {
  readonly find: FindWorkflow;
  /** The files of the run and of those around it, the outermost first. */
  readonly around: readonly string[];
  readonly bound: (workflow: Workflow) => Taken;
}

/** The bound of a run inside: of its own text. Without one where that is not at hand, or leads back to a file around it. */
export function boundInside(taskId: string, file: string, { find, around, bound }: Inside): Taken {
  if (around.includes(file)) return open(taskId, 'circle', file);
  const workflow = find(file);
  if (workflow === null) return open(taskId, 'missing', file);
  const { time, asked, cost } = bound(workflow);
  return { time: within(file, time), asked: within(file, asked), cost: within(file, cost) };
}

/** Without a bound for time and cost. */
function open(taskId: string, why: GapReason, runs?: string): Taken {
  const { most } = unbounded(taskId, why);
  const gap = { most, gaps: [{ taskId, why, ...(runs === undefined ? {} : { runs }) }] };
  return { time: gap, asked: gap, cost: gap };
}

/** The tasks of what is missing are those of this file, unless they are of one inside of it. */
function within(file: string, bound: Bound): Bound {
  const place = (gap: Gap): Gap => (gap.file === undefined ? { ...gap, file } : gap);
  return bound.gaps.length === 0 ? bound : { ...bound, gaps: bound.gaps.map(place) };
}
