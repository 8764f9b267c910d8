import type { TaskDraft } from '#engine/edit';
import { BUILT_INS, builtInUse, TASK_TRAITS, TASK_TYPES, type Workflow } from '#engine/model';
import { isDataMap, toData } from '#engine/values';
import type { Kind } from '../../ui/index.ts';
import type { NamedTool } from './mcpTools.ts';
import { startInput } from './startInput.ts';

/** Something a user can add: a task type, or a basic task that uses an agent, a tool or a built-in. */
export interface TaskChoice {
  /** Unique among the choices. */
  readonly id: string;
  readonly kind: Kind;
  readonly label: string;
  /** One short line. */
  readonly description: string;
  readonly draft: TaskDraft;
}

export interface TaskChoiceGroup {
  readonly heading: string;
  readonly choices: readonly TaskChoice[];
}

/** Everything that can be added to a workflow: the seven task types, its agents and tools, the built-ins, and tools of MCP servers. */
export function listTaskChoices(
  workflow: Workflow | null,
  mcpTools: readonly NamedTool[] = [],
): readonly TaskChoiceGroup[] {
  const types = TASK_TYPES.map((type): TaskChoice => {
    const { title, summary } = TASK_TRAITS[type];
    return { id: type, kind: type, label: title, description: summary, draft: { type } };
  });
  const groups: readonly TaskChoiceGroup[] = [
    { heading: 'Tasks', choices: types },
    { heading: 'Agents', choices: workflow ? listAgents(workflow) : [] },
    { heading: 'Tools', choices: workflow ? listTools(workflow) : [] },
    { heading: 'Built-in', choices: BUILT_INS.map(toBuiltInChoice) },
    { heading: 'MCP servers', choices: mcpTools.map(toChoice) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

/** The choices that hold every word of a query in their label, description or what they use; those called so come first. */
export function filterTaskChoices(groups: readonly TaskChoiceGroup[], query: string): readonly TaskChoiceGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const matches = ({ id, label, description }: TaskChoice) => {
    const text = `${id} ${label} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const isCalledSo = ({ label }: TaskChoice) => label.toLowerCase().startsWith(words[0] ?? '');
  const rank = ({ choices }: TaskChoiceGroup) => (choices.some(isCalledSo) ? 0 : 1);
  return groups
    .map(({ heading, choices }) => ({ heading, choices: choices.filter(matches) }))
    .filter(({ choices }) => choices.length > 0)
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.toSorted((a, b) => Number(isCalledSo(b)) - Number(isCalledSo(a))),
    }))
    .toSorted((a, b) => rank(a) - rank(b));
}

function listAgents(workflow: Workflow): readonly TaskChoice[] {
  return workflow.agents
    .filter((agent) => agent.id !== '')
    .map((agent) => {
      const model = agent.config?.get('model');
      const count = agent.actions.length;
      const parts = [
        typeof model === 'string' ? model : null,
        count > 0 ? `${count} action${count === 1 ? '' : 's'}` : null,
      ];
      const description = parts.filter(Boolean).join(' · ') || 'Agent';
      return useOf('agent', { id: `agent:${agent.id}`, label: agent.id, description, action: agent.actions[0]?.id });
    });
}

function listTools(workflow: Workflow): readonly TaskChoice[] {
  return workflow.tools
    .filter((tool) => tool.id !== '')
    .map((tool) => {
      const description = tool.use?.text ?? tool.import ?? 'Tool';
      return useOf('tool', { id: `tool:${tool.id}`, label: tool.id, description });
    });
}

/** A task that runs a built-in, with an input that passes its schema. */
function toBuiltInChoice(tool: (typeof BUILT_INS)[number]): TaskChoice {
  const use = builtInUse(tool);
  const start = toData(tool.start);
  return {
    id: use,
    kind: 'tool',
    label: tool.title,
    description: tool.summary,
    draft: { type: 'basic', use, ...(isDataMap(start) ? { with: start } : {}) },
  };
}

/** A task that uses a tool of an MCP server, with the keys that its input must have. */
function toChoice({ use, description, inputSchema }: NamedTool): TaskChoice {
  const label = use.slice(use.indexOf('/') + 1);
  const server = use.slice('mcp:'.length, use.indexOf('/'));
  const [line = ''] = description.split('\n');
  const withInput = startInput(inputSchema);
  return {
    id: use,
    kind: 'tool',
    label,
    description: line === '' ? server : `${server} · ${line}`,
    draft: { type: 'basic', use, ...(withInput.size === 0 ? {} : { with: withInput }) },
  };
}

interface Use {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly action?: string | undefined;
}

/** A basic task that uses this; of an agent with several actions it names the first, so that the task can run. */
function useOf(kind: 'agent' | 'tool', { id, label, description, action }: Use): TaskChoice {
  return { id, kind, label, description, draft: { type: 'basic', use: id, action } };
}
