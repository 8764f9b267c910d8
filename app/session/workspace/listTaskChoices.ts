import { newAgentId, type TaskDraft } from '#engine/edit';
import { BUILT_INS, builtInUse, TASK_TRAITS, TASK_TYPES, type Workflow } from '#engine/model';
import { findClosest } from '#engine/search';
import { type DataMap, isDataMap, type JsonObject, toData } from '#engine/values';
import type { Kind } from '../../ui/index.ts';
import { AGENT_WORDS, APPROVAL_WORDS, BUILT_IN_WORDS, TYPE_WORDS } from './choiceWords.ts';
import type { NamedTool } from './runtime.ts';
import { startInput } from './startInput.ts';

/** Something a user can add: a task type, or a basic task that uses an agent, a tool or a built-in. */
export interface TaskChoice {
  /** Unique among the choices. */
  readonly id: string;
  readonly kind: Kind;
  readonly label: string;
  /** One short line. */
  readonly description: string;
  /** More text it is found by, in lower case: words that people may have for it. */
  readonly words: readonly string[];
  readonly draft: TaskDraft;
}

export interface TaskChoiceGroup {
  readonly heading: string;
  readonly choices: readonly TaskChoice[];
}

/**
 * Everything that can be added to a workflow: the seven task types, its agents and a new one, its tools, the built-ins, and
 * tools of MCP servers.
 */
export function listTaskChoices(
  workflow: Workflow | null,
  mcpTools: readonly NamedTool[] = [],
): readonly TaskChoiceGroup[] {
  const types = TASK_TYPES.map((type): TaskChoice => {
    const { title, summary } = TASK_TRAITS[type];
    return { id: type, kind: type, label: title, description: summary, words: TYPE_WORDS[type], draft: { type } };
  });
  const groups: readonly TaskChoiceGroup[] = [
    { heading: 'Tasks', choices: [...types, APPROVAL] },
    { heading: 'Agents', choices: [...(workflow ? listAgents(workflow) : []), toNewAgent(workflow)] },
    { heading: 'Tools', choices: workflow ? listTools(workflow) : [] },
    { heading: 'Built-in', choices: BUILT_INS.map(toBuiltInChoice) },
    { heading: 'MCP servers', choices: mcpTools.map(toChoice) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

/** A wait for a person who says yes or no: the signal with its form. */
const APPROVAL: TaskChoice = {
  id: 'approval',
  kind: 'wait',
  label: 'Approval',
  description: 'A person says yes or no',
  words: APPROVAL_WORDS,
  draft: {
    type: 'wait',
    name: 'Approval',
    config: toMap({
      signal: 'approved',
      signal_schema: {
        type: 'object',
        required: ['approved'],
        properties: {
          approved: { type: 'boolean', title: 'Approve' },
          comment: { type: 'string', title: 'Comment' },
        },
      },
      timeout: '2d',
      check_interval: '1h',
    }),
  },
};

function toMap(json: JsonObject): DataMap {
  const data = toData(json);
  return isDataMap(data) ? data : new Map();
}

/** What most workflows begin with, of all that can be added, by the names that a newcomer has for it. */
const STARTS: readonly (readonly [id: string, label: string])[] = [
  ['agent', 'Agent'],
  ['core:http', 'HTTP request'],
  ['core:javascript', 'Script'],
  ['decision', 'Decision'],
  ['collection', 'For each'],
  ['approval', 'Approval'],
];

/** The choices that a new workflow is offered first, in order. */
export function listStarts(): readonly TaskChoice[] {
  const all = listTaskChoices(null).flatMap(({ choices }) => choices);
  return STARTS.flatMap(([id, label]) => {
    const choice = all.find((each) => each.id === id);
    return choice === undefined ? [] : { ...choice, label };
  });
}

/**
 * The choices that answer to every word of a query. Best first, with their groups: what is called so, then what people may
 * call so, then what only speaks of it.
 */
export function filterTaskChoices(groups: readonly TaskChoiceGroup[], query: string): readonly TaskChoiceGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map(({ heading, choices }) => {
      const ranked = choices.map((choice) => ({ choice, rank: rankChoice(choice, words) }));
      const found = ranked.filter(({ rank }) => rank < NOT_FOUND).toSorted((a, b) => a.rank - b.rank);
      return { heading, rank: found[0]?.rank ?? NOT_FOUND, choices: found.map(({ choice }) => choice) };
    })
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ heading, choices }) => ({ heading, choices }));
}

/**
 * The few choices that a query may mean where none of them answers to it: each of its words is nearly one of theirs. Else those
 * that reach any service or do any work, as people search for names of services.
 */
export function listNearest(groups: readonly TaskChoiceGroup[], query: string): readonly TaskChoice[] {
  const words = wordsOf(query).filter(Boolean);
  if (words.length === 0) return [];
  const all = groups.flatMap(({ choices }) => choices);
  const near = all.filter(({ id, label, words: others }) => {
    const known = [...wordsOf(`${label} ${id}`), ...others];
    return words.every((word) => known.includes(word) || findClosest(word, known) !== undefined);
  });
  return near.length === 0 ? all.filter(({ id }) => VERSATILE.includes(id)) : near.slice(0, MOST_NEAR);
}

const VERSATILE: readonly string[] = ['core:http', 'core:javascript'];

const MOST_NEAR = 3;

const NOT_FOUND = 3;

/** How well a choice answers to all of these words: 0 is best, {@link NOT_FOUND} not at all. */
function rankChoice({ id, label, description, words: others }: TaskChoice, words: readonly string[]): number {
  const names = [label.toLowerCase(), ...wordsOf(`${label} ${id}`)];
  const text = `${id} ${label} ${description} ${others.join(' ')}`.toLowerCase();
  const ranks = words.map((word) => {
    if (names.some((part) => part.startsWith(word))) return 0;
    if (others.some((other) => other.startsWith(word))) return 1;
    return text.includes(word) ? 2 : NOT_FOUND;
  });
  return Math.max(...ranks);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** A new agent together with a task that asks it. */
function toNewAgent(workflow: Workflow | null): TaskChoice {
  const id = workflow ? newAgentId({ workflow }, {}) : 'agent';
  return {
    id: 'agent',
    kind: 'agent',
    label: 'New agent',
    description: 'Ask a model',
    words: AGENT_WORDS,
    draft: draftOfAgent(id),
  };
}

/** A task that asks an agent which is written with it. */
export function draftOfAgent(id: string): TaskDraft {
  return { type: 'basic', use: `agent:${id}`, newAgent: id };
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
      const choice = { id: `agent:${agent.id}`, label: agent.id, description, words: AGENT_WORDS };
      return useOf('agent', { ...choice, action: agent.actions[0]?.id });
    });
}

function listTools(workflow: Workflow): readonly TaskChoice[] {
  return workflow.tools
    .filter((tool) => tool.id !== '')
    .map((tool) => {
      const description = tool.use?.text ?? tool.import ?? 'Tool';
      return useOf('tool', { id: `tool:${tool.id}`, label: tool.id, description, words: [] });
    });
}

/** A task that runs a built-in, with an input that passes its schema. */
function toBuiltInChoice(tool: (typeof BUILT_INS)[number]): TaskChoice {
  const use = builtInUse(tool);
  const start = toData(tool.start);
  return {
    id: use,
    kind: `core:${tool.name}`,
    label: tool.title,
    description: tool.summary,
    words: [...(BUILT_IN_WORDS[tool.name] ?? []), ...wordsOf(tool.description)],
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
    words: [],
    draft: { type: 'basic', use, ...(withInput.size === 0 ? {} : { with: withInput }) },
  };
}

interface Use extends Pick<TaskChoice, 'id' | 'label' | 'description' | 'words'> {
  readonly action?: string | undefined;
}

/** A basic task that uses this; of an agent with several actions it names the first, so that the task can run. */
function useOf(kind: 'agent' | 'tool', { action, ...choice }: Use): TaskChoice {
  return { ...choice, kind, draft: { type: 'basic', use: choice.id, action } };
}
