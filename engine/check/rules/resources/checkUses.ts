import { type Data, findClosest, isDataMap } from '../../../base/index.ts';
import {
  type Agent,
  findSameUse,
  type ImportSite,
  type Reference,
  readReference,
  resolveReference,
  resolveUse,
  type Tool,
  type Workflow,
  walkTasks,
} from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { BUILT_INS, builtInNamed, builtInUse, MOCK_PROVIDER, MODEL_PROVIDERS } from '../../../tools/index.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** What tasks, tools and agents use: whether it is defined here or built in. */
export const checkUses: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  for (const { task } of walkTasks(workflow)) {
    if (task.use === null) continue;
    const path = [...task.path, 'use'];
    const use = resolveUse(workflow, task);
    if (use.kind === 'core') yield* checkCore(use.name, path, subject);
    yield* checkSameUse(task.use, path, subject);
    if (use.kind === 'unresolved') yield* checkNamed(use.text, path, subject);
  }
  for (const tool of workflow.tools) yield* checkTool(tool, subject);
  for (const agent of workflow.agents) yield* checkAgent(agent, subject);
};

/** A definition with the same `use`: a package means it, a built-in does not, and its author may have thought so where nothing names it. */
function* checkSameUse(use: Reference, path: Path, subject: Subject): Iterable<Finding> {
  const { workflow } = subject.analysis;
  const same = findSameUse(workflow, use);
  if (same === undefined || same.id === '') return;
  const name = nameOf(same);
  const what = name.replace(':', ' ');
  const fixes = fixBySetting(subject, path, name, `Change to ${name}`);
  if (use.repo !== 'core') {
    const message = `"${use.text}" means the ${what} here, the only definition that uses it. Write ${name} to say so.`;
    yield { code: 'IMPLIED_DEFINITION', path, message, fixes };
  } else if (builtInNamed(use.package) !== undefined && !isNamed(workflow, same)) {
    const message = `"${use.text}" is the built-in itself: the ${what}, which uses it too, does nothing here. Write ${name} for its config and its schema.`;
    yield { code: 'DEFINITION_PASSED_OVER', path, message, fixes };
  }
}

function nameOf(definition: Agent | Tool): string {
  return `${'actions' in definition ? 'agent' : 'tool'}:${definition.id}`;
}

/** Whether a task uses a definition, or an agent has it among its tools. */
function isNamed(workflow: Workflow, definition: Agent | Tool): boolean {
  const { id } = definition;
  const isAmongTools = workflow.agents.some(({ tools }) =>
    tools.some((tool) => isDataMap(tool) && tool.get('id') === id),
  );
  return (
    isAmongTools ||
    walkTasks(workflow).some(({ task }) => {
      const use = resolveUse(workflow, task);
      return (use.kind === 'agent' && use.agent === definition) || (use.kind === 'tool' && use.tool === definition);
    })
  );
}

function* checkCore(name: string, path: Path, subject: Subject): Iterable<Finding> {
  if (builtInNamed(name) !== undefined) return;
  if (name === 'agent') {
    const named = subject.analysis.workflow.agents.filter(({ use, id }) => use?.package === 'agent' && id !== '');
    const [only, ...others] = named.map(nameOf);
    const message =
      '"core:agent" needs a model and instructions: define an agent under "agents" and use "agent:" and its id.';
    if (only === undefined || others.length > 0) yield { code: 'UNRESOLVED_USE', path, message };
    else {
      const fixes = fixBySetting(subject, path, only, `Change to ${only}`);
      yield { code: 'UNRESOLVED_USE', path, message: `${message} Did you mean "${only}"?`, fixes };
    }
  } else yield unresolved(`core:${name}`, path, subject);
}

/** What is neither built in nor, as far as it is known, a package: `agent:` and `tool:` name definitions of this workflow. */
function* checkNamed(text: string, path: Path, subject: Subject): Iterable<Finding> {
  if (isReportedByImports(findSite(path, subject))) return;
  const { agents, tools } = subject.analysis.workflow;
  const [, kind, id] = /^(agent|tool)[:/]([^@]+)$/.exec(text) ?? [];
  if (kind === undefined || id === undefined) yield unresolved(text, path, subject);
  else {
    const ids = (kind === 'agent' ? agents : tools).map((definition) => definition.id).filter((known) => known !== '');
    const code = kind === 'agent' ? 'UNKNOWN_AGENT' : 'UNKNOWN_TOOL';
    yield unknown(code, { id, ids, prefix: `${kind}:`, path }, subject);
  }
}

/** The innermost package that was looked for by the `use` at a path. */
function findSite(path: Path, { imports }: Subject): ImportSite | undefined {
  return imports?.sites.find(
    ({ key, at, problem }) =>
      key === 'use' && problem !== null && at.length === path.length && at.every((step, index) => step === path[index]),
  );
}

/** A package that exists and cannot be used is reported by the rule of imports. */
function isReportedByImports(site: ImportSite | undefined): boolean {
  return site !== undefined && site.problem?.kind !== 'package' && site.problem?.kind !== 'outside';
}

interface UnknownUse {
  readonly id: string;
  readonly ids: readonly string[];
  readonly prefix: string;
  readonly path: Path;
}

function unknown(
  code: 'UNKNOWN_AGENT' | 'UNKNOWN_TOOL',
  { id, ids, prefix, path }: UnknownUse,
  subject: Subject,
): Finding {
  const kind = code === 'UNKNOWN_AGENT' ? 'agent' : 'tool';
  const near = subject.suggest(id, () => ids) ?? (ids.length === 1 ? ids[0] : undefined);
  const message = `There is no ${kind} "${id}" in this workflow.`;
  if (near === undefined) return { code, path, message: `${message} Define it under "${kind}s".` };
  const fixes = fixBySetting(subject, path, prefix + near, `Change to ${prefix}${near}`);
  return { code, path, message: `${message} Did you mean "${near}"?`, fixes };
}

function* checkTool(tool: Pick<Tool, 'use' | 'path'>, subject: Subject): Iterable<Finding> {
  if (tool.use === null) return;
  const path = [...tool.path, 'use'];
  if (tool.use.repo === 'core') yield* checkCore(tool.use.package, path, subject);
  else if (tool.use.repo !== 'mcp') yield* checkNamed(tool.use.text, path, subject);
}

function* checkAgent(agent: Agent, subject: Subject): Iterable<Finding> {
  const provider = agent.config?.get('provider');
  const isKnown = typeof provider === 'string' && MODEL_PROVIDERS.includes(provider);
  const isTemplate = typeof provider === 'string' && provider.includes('{{');
  const isModel = agent.use?.repo === 'core' && agent.use.package === 'agent';
  if (agent.use !== null && !isModel) {
    const path = [...agent.path, 'use'];
    if (typeof provider !== 'string') yield* checkNamed(agent.use.text, path, subject);
    else if (!isReportedByImports(findSite(path, subject))) {
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
    const message = `${agent.id === '' ? 'This agent' : `The agent "${agent.id}"`} has no model to ask: a run fails at it. Add "config" with a provider and a model.`;
    const config = new Map([
      ['provider', MOCK_PROVIDER],
      ['model', 'mock-small'],
    ]);
    const fixes = fixBySetting(subject, [...agent.path, 'config'], config, 'Add the mock provider');
    yield { code: 'AGENT_WITHOUT_MODEL', path: [...agent.path, 'id'], message, fixes };
  }
  if (typeof provider === 'string' && !isKnown && !isTemplate) {
    const path = [...agent.path, 'config', 'provider'];
    const near = findClosest(provider, MODEL_PROVIDERS);
    const message = `There is no provider "${provider}": a run fails at the agent. Use one of ${MODEL_PROVIDERS.join(', ')}. For a service with the API of OpenAI, use openai-compatible and put its address into config.url.`;
    const fixes = near === undefined ? {} : { fixes: fixBySetting(subject, path, near, `Change to ${near}`) };
    yield { code: 'UNKNOWN_PROVIDER', path, message, ...fixes };
  }
  for (const [index, entry] of agent.tools.entries()) {
    yield* checkAgentTool(entry, [...agent.path, 'tools', index], subject);
  }
}

/** An entry without `use` means a tool of the workflow. */
function* checkAgentTool(entry: Data, path: Path, subject: Subject): Iterable<Finding> {
  if (!isDataMap(entry)) return;
  const use = readReference(entry.get('use'));
  if (use !== null) yield* checkTool({ use, path }, subject);
  if (entry.has('use') || entry.has('import')) return;
  const id = entry.get('id');
  const ids = subject.analysis.workflow.tools.map((tool) => tool.id).filter((known) => known !== '');
  if (typeof id !== 'string' || id === '' || ids.includes(id)) return;
  yield unknown('UNKNOWN_TOOL', { id, ids, prefix: '', path: [...path, 'id'] }, subject);
}

/** Says what was looked for, and which packages there are in its place. */
function unresolved(text: string, path: Path, subject: Subject): Finding {
  const { workflow } = subject.analysis;
  const site = findSite(path, subject);
  const names = (): readonly string[] => {
    const own = [...workflow.agents.map(({ id }) => `agent:${id}`), ...workflow.tools.map(({ id }) => `tool:${id}`)];
    const core = BUILT_INS.map(builtInUse);
    return [...own, ...core].filter((name) => resolves(name, subject));
  };
  const near = site?.problem?.instead ?? subject.suggest(text, names);
  const looked = site?.problem?.message ?? 'A package of that name is looked for in the folder packages.';
  const message = `Nothing here is called "${text}": it is neither a definition of this workflow nor a built-in. ${looked} A run fails at it.`;
  const finding = { code: 'UNRESOLVED_USE', path } as const;
  if (site !== undefined && site.from !== subject.analysis.path) return { ...finding, file: site.from, message };
  if (near === undefined) return { ...finding, message };
  const fixes = fixBySetting(subject, path, near, `Change to ${near}`);
  return { ...finding, message: `${message} Did you mean "${near}"?`, fixes };
}

function resolves(name: string, { analysis }: Subject): boolean {
  const [repo = '', id = ''] = name.split(':');
  const reference = { repo, package: id, version: null, text: name };
  return id !== '' && resolveReference(analysis.workflow, reference, null).kind !== 'unresolved';
}
