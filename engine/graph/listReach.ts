import { type Data, isDataMap } from '../base/index.ts';
import {
  type Agent,
  exitsOf,
  type Reference,
  readReference,
  resolveUse,
  type Task,
  type Tool,
  type Workflow,
  walkTasks,
} from '../model/index.ts';
import { parseSyntax, toNodeData } from '../syntax/index.ts';
import {
  type AddressKeys,
  type BuiltInTool,
  builtInNamed,
  builtInUse,
  findBuiltIn,
  MOCK_PROVIDER,
} from '../tools/index.ts';
import { type Analysis, effectiveWorkflow } from './Analysis.ts';
import {
  type Destination,
  joinDestinations,
  type ParseOrigin,
  reachOfCall,
  reachOfServer,
  reachOfText,
} from './reachOfAddress.ts';

/** What a workflow could touch if it ran, as far as its text shows. Each list is sorted and has no doubles. */
export interface Reach {
  /** In ASCII, such as `https://api.openai.com`. */
  readonly origins: readonly string[];
  /** True: relative addresses lead to the site of the page. */
  readonly isSite: boolean;
  /** True: some address is not settled by the text, so that it may be any. */
  readonly isAnywhere: boolean;
  /** Model providers, MCP servers and backends of memories by name: where they are is not in the text. */
  readonly services: readonly string[];
  /** Names read as `env.NAME`, but for those that the workflow sets itself. */
  readonly variables: readonly string[];
  /** True: which variables are read is computed, so that it may be any and all. */
  readonly readsAllVariables: boolean;
  /** Built-ins that run code, change files, or run other workflows. */
  readonly tools: readonly string[];
}

/**
 * Lists what a workflow, with all it imports, would reach: for the user who has to decide whether to trust it. Never too
 * little: what the text does not settle is `isAnywhere` or `readsAllVariables` (docs/decisions/0024).
 */
export function listReach(analysis: Analysis, parse: ParseOrigin): Reach {
  const workflow = effectiveWorkflow(analysis);
  const texts = [...(analysis.imports?.texts.values() ?? [])].map((text) => toNodeData(parseSyntax(text).root));
  const written = reachOfText([toNodeData(analysis.syntax.root), ...texts], parse);
  const own = ownVariables(workflow, parse);
  const found: ReachCollector = {
    workflow,
    parse,
    passed: passedData(workflow),
    destinations: [],
    services: new Set(),
    tools: new Set(),
  };
  for (const agent of workflow.agents) noteAgent(found, agent);
  noteMemory(found, workflow.memory?.data ?? null);
  for (const tool of workflow.tools) noteTool(found, tool.use);
  for (const { task } of walkTasks(workflow)) noteTask(found, task);
  const { origins, isSite, isAnywhere } = joinDestinations(found.destinations);
  return {
    origins: sorted([...origins, ...written.origins]),
    isSite,
    isAnywhere,
    services: sorted(found.services),
    variables: sorted(written.variables).filter((name) => !own.has(name)),
    readsAllVariables: written.readsAllVariables,
    tools: sorted(found.tools),
  };
}

/** The variables that the workflow itself sets, whatever those of the workspace are; not one whose own value reads what it is there. */
function ownVariables({ env }: Workflow, parse: ParseOrigin): ReadonlySet<string> {
  const names = new Set(env?.keys() ?? []);
  for (const name of reachOfText([env], parse).variables) names.delete(name);
  return names;
}

interface ReachCollector {
  readonly workflow: Workflow;
  readonly parse: ParseOrigin;
  /** Every `with` of a handler or a route: each may be over that of the task it leads to. */
  readonly passed: readonly Data[];
  readonly destinations: Destination[];
  readonly services: Set<string>;
  readonly tools: Set<string>;
}

const ANYWHERE: Destination = { origins: [], isSite: false, isAnywhere: true };

function passedData(workflow: Workflow): readonly Data[] {
  return walkTasks(workflow).flatMap(({ task }) => exitsOf(task).flatMap(({ target }) => target.with ?? []));
}

function noteTask(found: ReachCollector, task: Task): void {
  const use = resolveUse(found.workflow, task);
  const tool = use.kind === 'tool' ? use.tool : null;
  const reference = tool === null ? task.use : tool.use;
  noteTool(found, reference);
  const reach = reachOf(reference);
  if (typeof reach === 'string') return;
  const isAnswered = reach.unless !== undefined && isDataMap(task.with) && task.with.has(reach.unless);
  if (!isAnswered) noteCall(found, { task, tool, reach });
}

/** Where calls of a built-in lead; nowhere for what is none. */
function reachOf(use: Reference | null): BuiltInTool['reach'] {
  return (use === null ? undefined : builtInOf(use)?.reach) ?? 'nowhere';
}

/** The built-in that runs: by its text, since a package such as `http@1` reads as a version when it is performed. */
function builtInOf({ repo, package: name, text }: Reference): BuiltInTool | undefined {
  return repo === 'core' ? (builtInNamed(name) ?? findBuiltIn(text)) : undefined;
}

interface AddressedCall {
  readonly task: Task;
  /** The definition it runs; null where it names the built-in itself. */
  readonly tool: Tool | null;
  readonly reach: AddressKeys;
}

/** A call whose address is the task's own, unless what leads to the task passes another one. */
function noteCall(
  { destinations, parse, passed }: ReachCollector,
  { task, tool: definition, reach }: AddressedCall,
): void {
  const own = isDataMap(task.with) ? task.with.get(reach.address) : undefined;
  // What is not in its text comes from the task before it, the run's input, an item, or a default.
  if (typeof own !== 'string') destinations.push(ANYWHERE);
  const tool = reach.base === undefined ? null : definition;
  const base = reach.base === undefined ? undefined : tool?.config?.get(reach.base);
  const bases = base === undefined ? [] : [base];
  if (base === undefined && tool !== null && mayFillIn(tool.schema.config)) destinations.push(ANYWHERE);
  for (const data of [task.with, ...passed]) {
    if (typeof data === 'string') destinations.push(ANYWHERE);
    const url = isDataMap(data) ? data.get(reach.address) : undefined;
    if (url !== undefined) destinations.push(reachOfCall(url, bases, parse));
  }
}

/** Whether a schema may fill in what is missing. */
function mayFillIn(schema: Data): boolean {
  if (Array.isArray(schema)) return schema.some((item: Data) => mayFillIn(item));
  if (!isDataMap(schema)) return false;
  return [...schema].some(([key, value]) => key === 'default' || key === '$ref' || mayFillIn(value));
}

function noteAgent(found: ReachCollector, agent: Agent): void {
  for (const config of [agent.config, ...agent.actions.map((action) => action.config)]) {
    const provider = config?.get('provider');
    const url = config?.get('url');
    if (typeof provider === 'string' && !provider.includes('{{')) {
      if (provider !== MOCK_PROVIDER) found.services.add(provider);
    } else if (provider !== undefined) found.destinations.push(ANYWHERE);
    if (url !== undefined && url !== null) found.destinations.push(reachOfServer(url, found.parse));
  }
  for (const entry of agent.tools) noteAgentTool(found, entry);
  noteMemory(found, agent.memory?.data ?? null);
}

/** What an agent may call gets its input from a model: an address too. */
function noteAgentTool(found: ReachCollector, entry: Data): void {
  if (!isDataMap(entry)) return;
  const shared = found.workflow.tools.find(({ id }) => id === entry.get('id'));
  const use = entry.has('use') ? readReference(entry.get('use')) : (shared?.use ?? null);
  noteTool(found, use);
  if (typeof reachOf(use) !== 'string') found.destinations.push(ANYWHERE);
}

function noteTool(found: ReachCollector, use: Reference | null): void {
  if (use === null) return;
  if (use.repo === 'mcp') found.services.add(`MCP server ${use.package.split('/')[0]}`);
  const tool = builtInOf(use);
  if (tool?.isPrivileged === true) found.tools.add(builtInUse(tool));
  if (tool?.reach === 'anywhere') found.destinations.push(ANYWHERE);
}

function noteMemory(found: ReachCollector, memory: Data): void {
  if (!isDataMap(memory)) return;
  for (const name of ['storage', 'vector', 'embedder']) {
    const part = memory.get(name);
    if (!isDataMap(part)) {
      if (typeof part === 'string') found.destinations.push(ANYWHERE);
      continue;
    }
    const use = part.get('use');
    const reference = readReference(use);
    const backend = reference === null ? use : `${reference.repo}:${reference.package}`;
    if (typeof backend === 'string' && !backend.startsWith('core:')) found.services.add(backend);
    if (typeof use === 'string' && use.includes('{{')) found.destinations.push(ANYWHERE);
    const config = part.get('config');
    if (typeof config === 'string') found.destinations.push(ANYWHERE);
    const url = isDataMap(config) ? config.get('url') : undefined;
    if (url !== undefined && url !== null && reference?.repo !== 'core')
      found.destinations.push(reachOfServer(url, found.parse));
  }
}

/** A `use` in any of its three forms, in data. */
function sorted(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort();
}
