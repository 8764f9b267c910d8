import { type DataMap, err, ok, type Result } from '../../base/index.ts';
import {
  addAction,
  addAgent,
  addMemory,
  addTool,
  extractToFile,
  findResource,
  inlineImport,
  type ResourceName,
  removeResource,
  renameResource,
} from '../../edit/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { type ChangeStep, type Command, defineCommand, type Subject } from './Command.ts';
import { PART_KEYS, type PartName, toResource } from './findPart.ts';
import { setFields } from './setFields.ts';

const ID = { kind: 'text', about: 'its id, free among those of its kind' } as const;
const FIELDS = { kind: 'map', about: 'its keys and values', isOptional: true } as const;
const { task: TASK_KEY, ...RESOURCE_KEYS } = PART_KEYS;
const DEFINITION_KEYS = { task: TASK_KEY, agent: PART_KEYS.agent, tool: PART_KEYS.tool } as const;

/** The commands about agents, tools, memories and actions, and definitions in files of their own, by name. */
export const RESOURCE_COMMANDS: Readonly<Record<string, Command>> = {
  addAgent: defineCommand({
    about: 'Adds an agent.',
    phase: 'add',
    takes: { id: ID, fields: FIELDS },
    example: { command: 'addAgent', id: 'triage', fields: { config: { provider: 'mock', model: 'm' } } },
    steps: ({ id, fields }) =>
      adding({ kind: 'agent', id }, { fields, add: ({ analysis }) => addAgent(analysis, { id }) }),
  }),
  addTool: defineCommand({
    about: 'Adds a tool.',
    phase: 'add',
    takes: { id: ID, fields: FIELDS },
    example: {
      command: 'addTool',
      id: 'search',
      fields: { use: 'core:http', config: { base_url: 'https://api.example.com' } },
    },
    steps: ({ id, fields }) =>
      adding({ kind: 'tool', id }, { fields, add: ({ analysis }) => addTool(analysis, { id }) }),
  }),
  addAction: defineCommand({
    about: 'Adds an action to an agent.',
    phase: 'add',
    takes: { agent: { kind: 'text', about: 'the id of the agent' }, id: ID, fields: FIELDS },
    example: { command: 'addAction', agent: 'triage', id: 'sort', fields: { instructions: 'Sort {{ input.text }}.' } },
    steps: ({ agent, id, fields }) =>
      adding({ kind: 'action', agent, id }, { fields, add: ({ analysis }) => addAction(analysis, { agent, id }) }),
  }),
  addMemory: defineCommand({
    about: 'Adds the memory of the workflow, or of an agent.',
    phase: 'add',
    takes: { id: ID, agent: { kind: 'text', about: 'the agent whose own it is', isOptional: true }, fields: FIELDS },
    example: { command: 'addMemory', id: 'notes', agent: 'triage' },
    steps: ({ id, agent, fields }) =>
      adding({ kind: 'memory', id, agent }, { fields, add: ({ analysis }) => addMemory(analysis, { id, agent }) }),
  }),
  renameResource: defineCommand({
    about: 'Renames the id of an agent, a tool, a memory or an action, and updates everything that names it.',
    phase: 'rename',
    takes: { ...RESOURCE_KEYS, to: { kind: 'text', about: 'the id it gets' } },
    example: { command: 'renameResource', agent: 'helper', to: 'triage' },
    steps: ({ to, ...name }) => [
      ({ analysis, files }) => {
        const resource = findNamed(name);
        return resource.ok ? renameResource(analysis, { ...resource.value, to, files }) : resource;
      },
    ],
  }),
  removeResource: defineCommand({
    about: 'Removes an agent, a tool, a memory or an action; change what uses it in the same proposal.',
    phase: 'remove',
    takes: RESOURCE_KEYS,
    example: { command: 'removeResource', tool: 'search' },
    steps: (name) => [
      ({ analysis }) => {
        const resource = findNamed(name);
        return resource.ok ? removeResource(analysis, resource.value) : resource;
      },
    ],
  }),
  extract: defineCommand({
    about: 'Puts a task, an agent or a tool into a file of its own, and imports it.',
    phase: 'rename',
    takes: { ...DEFINITION_KEYS, to: { kind: 'text', about: 'the new file, ending in .yaml' } },
    example: { command: 'extract', agent: 'triage', to: 'agents/triage.yaml' },
    steps: ({ to, ...name }) => [
      ({ analysis, files }) => {
        const definition = findDefinition(name);
        return definition.ok ? extractToFile(analysis, { ...definition.value, path: to, files }) : definition;
      },
    ],
  }),
  inline: defineCommand({
    about: 'Writes what a task, an agent or a tool imports in its place.',
    phase: 'set',
    takes: DEFINITION_KEYS,
    example: { command: 'inline', agent: 'triage' },
    steps: (name) => [
      ({ analysis, files }) => {
        const definition = findDefinition(name);
        return definition.ok ? inlineImport(analysis, { ...definition.value, files }) : definition;
      },
    ],
  }),
};

interface Adding {
  readonly fields: DataMap | undefined;
  readonly add: (subject: Subject) => Result<Transaction, Refusal>;
}

/** Adds a resource with the id that was asked for, and sets its fields. */
function adding(name: ResourceName, { fields, add }: Adding): readonly ChangeStep[] {
  const named: PartName = name.kind === 'agent' ? { agent: name.id } : { agent: name.agent, [name.kind]: name.id };
  return [
    (subject) => {
      if (findResource(subject.analysis.workflow, name) === undefined) return add(subject);
      const message = `There is already a ${name.kind} “${name.id}”.`;
      return err({ code: 'DUPLICATE_ID', subject: name.id, message });
    },
    ...setFields(named, fields),
  ];
}

function findNamed(name: PartName): Result<ResourceName, Refusal> {
  const resource = toResource(name);
  if (!resource.ok) return resource;
  return resource.value === null ? err(NOTHING_NAMED) : ok(resource.value);
}

interface DefinitionName {
  readonly kind: 'task' | 'agent' | 'tool';
  readonly id: string;
}

function findDefinition({ task, agent, tool }: PartName): Result<DefinitionName, Refusal> {
  if (task !== undefined) return ok({ kind: 'task', id: task });
  if (agent !== undefined) return ok({ kind: 'agent', id: agent });
  return tool === undefined ? err(NOTHING_NAMED) : ok({ kind: 'tool', id: tool });
}

const NOTHING_NAMED: Refusal = {
  code: 'NOTHING_NAMED',
  subject: '',
  message: 'The change names no part.',
};
