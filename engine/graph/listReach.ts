import { type Data, isDataMap } from '../base/index.ts';
import { collectReferences } from '../expression/index.ts';
import { type Reference, type Task, type Workflow, walkTasks } from '../model/index.ts';

/** What a workflow could touch if it ran, as far as its text tells. Each list is sorted and has no doubles. */
export interface Reach {
  /** Such as `https://api.openai.com`. */
  readonly origins: readonly string[];
  /** True: an address is computed while it runs. */
  readonly isOpen: boolean;
  /** Model providers, MCP servers and backends of memories by name: where they are is not in the text. */
  readonly services: readonly string[];
  /** Names read as `env.NAME`. */
  readonly variables: readonly string[];
  /** Built-ins that run code, change files, or run other workflows. */
  readonly tools: readonly string[];
}

/** Built-ins that touch more than their input. */
const TELLING = new Set(['javascript', 'file', 'kv', 'workflow', 'memory']);

/** Keys whose text is an address. */
const ADDRESS_KEYS = new Set(['url', 'base_url']);

/** Lists what a workflow would reach, for a person who has to decide whether to trust it. */
export function listReach(workflow: Workflow): Reach {
  const found: Found = {
    origins: new Set(),
    services: new Set(),
    variables: new Set(),
    tools: new Set(),
    isOpen: false,
  };
  const { agents, tools, memory } = workflow;
  for (const agent of agents) {
    const provider = agent.config?.get('provider');
    if (typeof provider === 'string') found.services.add(provider);
    collect(found, [agent.config, agent.with, agent.env, ...agent.tools, agent.instructions]);
    for (const action of agent.actions) collect(found, [action.config, action.instructions, ...action.messages]);
    for (const entry of agent.tools) if (isDataMap(entry)) noteUseText(found, entry.get('use'));
    noteMemory(found, agent.memory?.data ?? null);
  }
  for (const tool of tools) {
    noteUse(found, tool.use);
    collect(found, [tool.config, tool.env]);
  }
  noteMemory(found, memory?.data ?? null);
  collect(found, [workflow.env]);
  for (const { task } of walkTasks(workflow)) noteTask(found, task);
  const { isOpen } = found;
  return {
    origins: sorted(found.origins),
    isOpen,
    services: sorted(found.services),
    variables: sorted(found.variables),
    tools: sorted(found.tools),
  };
}

interface Found {
  readonly origins: Set<string>;
  readonly services: Set<string>;
  readonly variables: Set<string>;
  readonly tools: Set<string>;
  isOpen: boolean;
}

function noteTask(found: Found, task: Task): void {
  noteUse(found, task.use);
  const targets = task.handlers.flatMap((handler) => [handler, ...(handler.routes ?? [])]);
  collect(found, [task.with, task.env, ...targets.map((target) => target.with)]);
  if (task.use?.repo !== 'core' || task.use.package !== 'http') return;
  // What it is not given by its own text comes from the task before it.
  if (!isDataMap(task.with) || !task.with.has('url')) found.isOpen = true;
}

function noteUse(found: Found, use: Reference | null): void {
  if (use === null) return;
  if (use.repo === 'mcp') found.services.add(`MCP server ${use.package.split('/')[0]}`);
  if (use.repo === 'core' && TELLING.has(use.package)) found.tools.add(`core:${use.package}`);
}

function noteUseText(found: Found, use: Data | undefined): void {
  const [, repo, name] = typeof use === 'string' ? (/^(core|mcp):([^@/]+)/.exec(use) ?? []) : [];
  if (repo === 'mcp') found.services.add(`MCP server ${name}`);
  if (repo === 'core' && name !== undefined && TELLING.has(name)) found.tools.add(`core:${name}`);
}

function noteMemory(found: Found, memory: Data): void {
  if (!isDataMap(memory)) return;
  collect(found, [memory]);
  for (const part of ['storage', 'vector', 'embedder']) {
    const backend = memory.get(part);
    const use = isDataMap(backend) ? backend.get('use') : undefined;
    if (typeof use === 'string' && !use.startsWith('core:')) found.services.add(use);
  }
}

function collect(found: Found, parts: readonly Data[]): void {
  for (const { root, path } of collectReferences(parts)) {
    const [name] = path;
    if (root !== 'env') continue;
    if (typeof name === 'string') found.variables.add(name);
  }
  for (const part of parts) noteAddresses(found, part);
}

function noteAddresses(found: Found, data: Data): void {
  if (Array.isArray(data)) for (const item of data) noteAddresses(found, item);
  if (!isDataMap(data)) return;
  for (const [key, value] of data) {
    if (ADDRESS_KEYS.has(key) && typeof value === 'string') noteAddress(found, value);
    else noteAddresses(found, value);
  }
}

/** `https://api.test/{{ x }}` goes to a place that is known; `{{ x }}/items` does not. */
function noteAddress(found: Found, text: string): void {
  const origin = /^(https?:\/\/[^/?#\s{]+)(?![^/?#]*\{\{)/i.exec(text)?.[1];
  if (origin !== undefined) found.origins.add(origin.toLowerCase());
  else if (text.includes('{{')) found.isOpen = true;
}

function sorted(texts: ReadonlySet<string>): readonly string[] {
  return [...texts].sort();
}
