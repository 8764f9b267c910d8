import type { Data } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { BUILT_INS, builtInUse, MEMORY_BACKENDS, type MemoryBackend, type MemoryPart } from '../../tools/index.ts';
import type { CompletionContext, NamedTool, Proposal } from '../places/LanguageItem.ts';
import { listPackages, packageReferences } from './completeImports.ts';

/** What `use` may name at a place: definitions of the workflow, built-ins, packages of the workspace, tools of MCP servers. */
export function references(
  analysis: Analysis,
  path: Path,
  { files, mcpTools = [] }: CompletionContext,
): readonly Proposal[] {
  const packages = packageReferences(files);
  const mcp = [...mcpTools.map(toProposal), MCP];
  if (path.includes('memory')) return [...memoryBackends(path), ...packages];
  const [section] = path;
  if (section === 'agents') return path.includes('tools') ? [...builtIns(), ...packages, ...mcp] : [AGENT, ...packages];
  if (section === 'tools') return [...builtIns(), ...packages, ...mcp];
  const { agents, tools } = effectiveWorkflow(analysis);
  return [
    ...agents.filter(isNamed).map((each): Proposal => {
      const actions = each.actions.map((action) => `\`${action.id}\``).join(', ');
      return {
        label: `agent:${each.id}`,
        kind: 'agent',
        detail: modelOf(each.config),
        documentation: actions === '' ? '' : `Actions: ${actions}`,
      };
    }),
    ...tools.filter(isNamed).map(
      (each): Proposal => ({
        label: `tool:${each.id}`,
        kind: 'tool',
        detail: each.use?.text ?? '',
        documentation: '',
      }),
    ),
    ...builtIns(),
    ...packages,
    ...mcp,
  ];
}

/** `repo`, `package` and `version` of the long form. */
export function longReference(
  analysis: Analysis,
  path: Path,
  { files, mcpTools = [] }: CompletionContext,
): readonly Proposal[] {
  const use = path.slice(0, -1);
  const packages = listPackages(files);
  const { agents, tools } = effectiveWorkflow(analysis);
  const repo = textAt(analysis, [...use, 'repo']);
  switch (path.at(-1)) {
    case 'repo': {
      const own = path[0] === 'tasks' ? ['agent', 'tool'] : [];
      return [...new Set([...own, 'core', 'mcp', ...packages.map((each) => each.repo)])].map((label) => word(label));
    }
    case 'package':
      if (repo === 'agent') return agents.filter(isNamed).map(({ id }) => word(id));
      if (repo === 'tool') return tools.filter(isNamed).map(({ id }) => word(id));
      if (repo === 'core')
        return BUILT_INS.map(({ name, description }) => ({ ...word(name), documentation: description }));
      if (repo === 'mcp')
        return mcpTools.map((tool) => ({ ...toProposal(tool), label: tool.use.slice(MCP_START.length) }));
      return packages.filter((each) => repo === null || each.repo === repo).map(({ name }) => word(name));
    default: {
      const name = textAt(analysis, [...use, 'package']);
      const found = packages.find((each) => each.repo === repo && each.name === name);
      return (found?.versions ?? []).map((version, index) => word(version, index === 0 ? 'newest' : ''));
    }
  }
}

function word(label: string, detail = ''): Proposal {
  return { label, kind: 'value', detail, documentation: '' };
}

function textAt({ syntax }: Analysis, path: Path): string | null {
  const node = findNode(syntax, path);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
}

function isNamed({ id }: { readonly id: string }): boolean {
  return id !== '';
}

function builtIns(): Proposal[] {
  return BUILT_INS.map((tool) => ({
    label: builtInUse(tool),
    kind: 'built-in',
    detail: 'built-in',
    documentation: tool.description,
  }));
}

const AGENT: Proposal = {
  label: 'core:agent',
  kind: 'built-in',
  detail: 'the built-in agent',
  documentation: 'Runs the model that `config` names, with tools and memory.',
};

/** The part of a memory that a path leads into. */
export function memoryPartOf(path: Path): MemoryPart {
  return path.includes('embedder') ? 'embedder' : path.includes('vector') ? 'vector' : 'storage';
}

/** The stores and embedders there are for the part of a memory at a path. */
function memoryBackends(path: Path): readonly Proposal[] {
  return Object.entries(MEMORY_BACKENDS[memoryPartOf(path)]).map(([label, backend]) => ({
    label,
    kind: 'built-in',
    detail: label.startsWith('core:') ? 'built-in' : 'a service',
    documentation: describeBackend(backend),
  }));
}

function describeBackend({ summary, needs }: MemoryBackend): string {
  const keys = needs.map((key) => `\`${key}\``).join(' and ');
  return keys === '' ? `${summary}.` : `${summary}: \`config\` needs ${keys}.`;
}

function toProposal({ use, description, inputs }: NamedTool): Proposal {
  const [detail = ''] = description.split('\n');
  const reads = inputs.length === 0 ? '' : `Reads ${inputs.map((key) => `\`${key}\``).join(', ')}.`;
  return {
    label: use,
    kind: 'tool',
    detail,
    documentation: [description, reads].filter((part) => part !== '').join('\n\n'),
  };
}

/** What a reference to a tool of an MCP server begins with. */
export const MCP_START = 'mcp:';

const MCP: Proposal = {
  label: MCP_START,
  kind: 'built-in',
  detail: 'mcp:<server>/<tool>',
  documentation: 'A tool of an MCP server that is set up in the workspace.',
};

function modelOf(config: ReadonlyMap<string, Data> | null): string {
  const model = config?.get('model');
  return typeof model === 'string' ? model : '';
}
