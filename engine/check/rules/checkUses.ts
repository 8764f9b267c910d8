import { type Data, isDataMap } from '../../base/index.ts';
import { type Agent, CORE_TOOLS, resolveReference, resolveUse, type Tool, walkTasks } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { findClosest } from '../closest.ts';
import { fixBySetting } from '../fixes.ts';
import type { Finding, Rule, Subject } from '../Rule.ts';
import { RUNNABLE_PROVIDERS, RUNNABLE_TOOLS } from '../runnable.ts';

/** What tasks, tools and agents use: whether it is defined here or built in, and whether this version runs it. */
export const checkUses: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  for (const { task } of walkTasks(workflow)) {
    if (task.use === null) continue;
    const path = [...task.path, 'use'];
    const use = resolveUse(workflow, task);
    if (use.kind === 'core') yield* checkCore(use.name, path, subject);
    if (use.kind === 'mcp') yield notYet(path, 'Tools of MCP servers');
    if (use.kind === 'unresolved') yield checkNamed(use.text, path, subject);
  }
  for (const tool of workflow.tools) yield* checkTool(tool, subject);
  for (const agent of workflow.agents) yield* checkAgent(agent, subject);
  for (const { path } of [workflow.memory, ...workflow.agents.map(({ memory }) => memory)].filter(
    (memory) => memory !== null,
  )) {
    const message = 'Runs of this version do not read or write memory yet: agents answer without it.';
    yield { code: 'NOT_YET_SUPPORTED', path, part: 'key', message };
  }
};

function* checkCore(name: string, path: Path, subject: Subject): Iterable<Finding> {
  if (RUNNABLE_TOOLS.includes(name)) return;
  if (CORE_TOOLS.some((known) => known === name)) yield notYet(path, `The built-in core:${name}`);
  else if (name === 'agent') {
    const message =
      '"core:agent" needs a model and instructions: define an agent under "agents" and use "agent:" and its id.';
    yield { code: 'UNRESOLVED_USE', path, message };
  } else yield unresolved(`core:${name}`, path, subject);
}

/** `agent:` and `tool:` name definitions of this workflow: without one of that id they can mean nothing else here. */
function checkNamed(text: string, path: Path, subject: Subject): Finding {
  const { agents, tools } = subject.analysis.workflow;
  const [, kind, id] = /^(agent|tool)[:/]([^@]+)$/.exec(text) ?? [];
  if (kind === undefined || id === undefined) return unresolved(text, path, subject);
  const ids = (kind === 'agent' ? agents : tools).map((definition) => definition.id);
  const code = kind === 'agent' ? 'UNKNOWN_AGENT' : 'UNKNOWN_TOOL';
  return unknown(code, { id, ids, prefix: `${kind}:`, path }, subject);
}

interface Unknown {
  readonly id: string;
  readonly ids: readonly string[];
  readonly prefix: string;
  readonly path: Path;
}

function unknown(
  code: 'UNKNOWN_AGENT' | 'UNKNOWN_TOOL',
  { id, ids, prefix, path }: Unknown,
  subject: Subject,
): Finding {
  const kind = code === 'UNKNOWN_AGENT' ? 'agent' : 'tool';
  const near = findClosest(id, ids) ?? (ids.length === 1 ? ids[0] : undefined);
  const message = `There is no ${kind} "${id}" in this workflow.`;
  if (near === undefined) return { code, path, message: `${message} Define it under "${kind}s".` };
  const fixes = fixBySetting(subject, path, prefix + near, `Change to ${prefix}${near}`);
  return { code, path, message: `${message} Did you mean "${near}"?`, fixes };
}

function* checkTool(tool: Tool, subject: Subject): Iterable<Finding> {
  if (tool.use === null) return;
  const path = [...tool.path, 'use'];
  if (tool.use.repo === 'core') yield* checkCore(tool.use.package, path, subject);
  else if (tool.use.repo === 'mcp') yield notYet(path, 'Tools of MCP servers');
  else yield unresolved(tool.use.text, path, subject);
}

function* checkAgent(agent: Agent, subject: Subject): Iterable<Finding> {
  const provider = agent.config?.get('provider');
  const isKnown = typeof provider === 'string' && RUNNABLE_PROVIDERS.includes(provider);
  const isTemplate = typeof provider === 'string' && provider.includes('{{');
  const isModel = agent.use?.repo === 'core' && agent.use.package === 'agent';
  if (agent.use !== null && !isModel) {
    const path = [...agent.path, 'use'];
    if (typeof provider !== 'string') yield unresolved(agent.use.text, path, subject);
    else {
      const message = `"${agent.use.text}" is not known here. With the provider "${provider}" the agent runs as core:agent.`;
      yield {
        code: 'AGENT_FALLBACK',
        path,
        message,
        fixes: fixBySetting(subject, path, 'core:agent', 'Change to core:agent'),
      };
    }
  }
  if (isModel && agent.config === null && agent.import === null) {
    const message = `The agent "${agent.id}" has no model to ask: a run fails at it. Add "config" with a provider and a model.`;
    const config = new Map([
      ['provider', 'mock'],
      ['model', 'mock-small'],
    ]);
    const fixes = fixBySetting(subject, [...agent.path, 'config'], config, 'Add the mock provider');
    yield { code: 'AGENT_WITHOUT_MODEL', path: [...agent.path, 'id'], message, fixes };
  }
  if (typeof provider === 'string' && !isKnown && !isTemplate) {
    const message = `This version has no provider "${provider}" yet, only ${RUNNABLE_PROVIDERS.join(', ')}. Start a simulated run, or change the provider.`;
    yield { code: 'NOT_YET_SUPPORTED', path: [...agent.path, 'config', 'provider'], message };
  }
  for (const [index, entry] of agent.tools.entries()) {
    const finding = checkAgentTool(entry, [...agent.path, 'tools', index], subject);
    if (finding !== undefined) yield finding;
  }
}

/** An entry without `use` means a tool of the workflow. */
function checkAgentTool(entry: Data, path: Path, subject: Subject): Finding | undefined {
  if (!isDataMap(entry) || entry.has('use') || entry.has('import')) return undefined;
  const id = entry.get('id');
  const ids = subject.analysis.workflow.tools.map((tool) => tool.id);
  if (typeof id !== 'string' || id === '' || ids.includes(id)) return undefined;
  return unknown('UNKNOWN_TOOL', { id, ids, prefix: '', path: [...path, 'id'] }, subject);
}

function unresolved(text: string, path: Path, subject: Subject): Finding {
  const { workflow } = subject.analysis;
  const own = [...workflow.agents.map(({ id }) => `agent:${id}`), ...workflow.tools.map(({ id }) => `tool:${id}`)];
  const core = CORE_TOOLS.map((name) => `core:${name}`);
  const near = findClosest(
    text,
    [...own, ...core].filter((name) => resolves(name, subject)),
  );
  const message = `Nothing here is called "${text}": it is no definition of this workflow and no built-in, and packages are not loaded yet. A run fails at it.`;
  if (near === undefined) return { code: 'UNRESOLVED_USE', path, message };
  const fixes = fixBySetting(subject, path, near, `Change to ${near}`);
  return { code: 'UNRESOLVED_USE', path, message: `${message} Did you mean "${near}"?`, fixes };
}

function resolves(name: string, { analysis }: Subject): boolean {
  const [repo = '', id = ''] = name.split(':');
  const reference = { repo, package: id, version: null, text: name };
  return id !== '' && resolveReference(analysis.workflow, reference, null).kind !== 'unresolved';
}

function notYet(path: Path, what: string): Finding {
  const message = `${what} cannot run in this version yet: the run fails here. A simulated run makes up the result.`;
  return { code: 'NOT_YET_SUPPORTED', path, message };
}
