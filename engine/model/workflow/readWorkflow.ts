import type { Data } from '../../base/index.ts';
import { findNode, type Syntax } from '../../syntax/index.ts';
import {
  dataIn,
  type Fields,
  fieldsIn,
  itemsIn,
  listIn,
  mapIn,
  numberIn,
  readFields,
  referenceIn,
  textIn,
} from './Fields.ts';
import { type KnownTasks, readTasks } from './readTask.ts';
import type { Action, Agent, Limits, Memory, Tool, Workflow } from './Workflow.ts';

/** Activations per task and per scope, and levels of nesting, where a document sets no others (format.md 1). */
export const DEFAULT_LIMITS: Limits = { perTask: 1_000, perScope: 10_000, depth: 32 };

/** The most that `limits` may raise any of them to. */
export const HIGHEST_LIMIT = 1_000_000;

/**
 * Reads a workflow from a tree as far as it goes. Never throws: what is missing or of the wrong kind is null or left
 * out, a half-written task is still a task, and a text that is no map is a workflow without tasks. With what was read of
 * the text before, tasks that did not change are reused.
 */
export function readWorkflow(syntax: Syntax, previous?: ReadSyntax): Workflow {
  const fields = readFields(syntax.root, []);
  return {
    id: textIn(fields, 'id'),
    name: textIn(fields, 'name'),
    description: textIn(fields, 'description'),
    start: textIn(fields, 'start'),
    env: mapIn(fields, 'env'),
    limits: readLimits(fieldsIn(fields, 'limits')),
    outputs: mapIn(fields, 'outputs'),
    inputSchema: dataIn(fieldsIn(fields, 'schema'), 'input') ?? null,
    memory: readMemory(fields),
    agents: readAgents(fields),
    tools: readTools(fields),
    tasks: readTasks(fields, previous && knownTasks(previous)),
  };
}

/** A syntax, and the workflow that was read from it. */
export interface ReadSyntax {
  readonly syntax: Syntax;
  readonly workflow: Workflow;
}

function knownTasks({ syntax, workflow }: ReadSyntax): KnownTasks {
  return { list: findNode(syntax, ['tasks']), tasks: workflow.tasks };
}

function readLimits(fields: Fields | null): Limits {
  const read = (key: string, fallback: number): number => {
    const setting = numberIn(fields, key);
    if (setting?.kind !== 'value' || !Number.isInteger(setting.value) || setting.value < 1) return fallback;
    return Math.min(setting.value, HIGHEST_LIMIT);
  };
  return {
    perTask: read('per_task', DEFAULT_LIMITS.perTask),
    perScope: read('per_scope', DEFAULT_LIMITS.perScope),
    depth: read('depth', DEFAULT_LIMITS.depth),
  };
}

/** The object under `memory`; null when there is no such map. Its id is empty when the text has none. */
function readMemory(fields: Fields | null): Memory | null {
  const memory = fieldsIn(fields, 'memory');
  const data = mapIn(fields, 'memory');
  return memory === null || data === null ? null : { id: textIn(memory, 'id') ?? '', data, path: memory.path };
}

/** The maps of the list under `agents`. */
function readAgents(document: Fields | null): readonly Agent[] {
  return itemsIn(document, 'agents').map(({ node, path }) => {
    const fields = readFields(node, path);
    return {
      id: textIn(fields, 'id') ?? '',
      use: referenceIn(fields, 'use'),
      import: textIn(fields, 'import'),
      config: mapIn(fields, 'config'),
      with: dataIn(fields, 'with') ?? null,
      instructions: textIn(fields, 'instructions'),
      tools: listIn(fields, 'tools'),
      env: mapIn(fields, 'env'),
      memory: readMemory(fields),
      actions: readActions(fields),
      path,
    };
  });
}

/** The maps of the list under `tools`. */
function readTools(document: Fields | null): readonly Tool[] {
  return itemsIn(document, 'tools').map(({ node, path }) => {
    const fields = readFields(node, path);
    const schema = fieldsIn(fields, 'schema');
    const schemaOf = (key: string): Data | null => dataIn(schema, key) ?? null;
    return {
      id: textIn(fields, 'id') ?? '',
      use: referenceIn(fields, 'use'),
      import: textIn(fields, 'import'),
      config: mapIn(fields, 'config'),
      env: mapIn(fields, 'env'),
      schema: { config: schemaOf('config'), input: schemaOf('input'), output: schemaOf('output') },
      path,
    };
  });
}

function readActions(agent: Fields | null): readonly Action[] {
  return itemsIn(agent, 'actions').map(({ node, path }) => {
    const fields = readFields(node, path);
    return {
      id: textIn(fields, 'id') ?? '',
      instructions: textIn(fields, 'instructions') ?? '',
      messages: listIn(fields, 'messages'),
      output: dataIn(fields, 'output') ?? null,
      config: mapIn(fields, 'config'),
      path,
    };
  });
}
