import { type Data, type DataMap, isDataMap, isJsonObject, type Json, toJson } from '../../base/index.ts';
import { type Agent, readReference, type Workflow } from '../../model/index.ts';
import type { ModelTool } from '../contract/Effect.ts';
import { type CallableTool, toolOfDefinition } from '../program/CallableTool.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { useOf } from '../state/useOf.ts';

/** A tool an agent may call, under the name its model knows. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly tool: CallableTool;
}

/**
 * An agent's `tools` (format.md 3): `{id, config}` means the workflow's tool of that id with a deep-merged config; an
 * entry with its own `use` is a separate tool. Entries that are neither are omitted; `check` reports them.
 */
function readAgentTools(workflow: Workflow, agent: Agent): readonly AgentTool[] {
  return agent.tools.flatMap((entry) => {
    const tool = readEntry(workflow, entry);
    return tool === null ? [] : [{ name: tool.id, description: describe(tool), tool }];
  });
}

/** The tools of the agent that an activation's task uses; none where it uses no agent. */
export function agentToolsOf(run: Run, activation: Activation): readonly AgentTool[] {
  const use = useOf(run, activation.task);
  return use.kind === 'agent' ? readAgentTools(run.program.workflow, use.agent) : [];
}

/** The tools of an agent as they are described to its model. */
export function toModelTools(tools: readonly AgentTool[]): readonly ModelTool[] {
  return tools.map(({ name, description, tool }) => ({
    name,
    description,
    inputSchema: tool.schema.input === null ? { type: 'object' } : toJson(tool.schema.input),
  }));
}

function readEntry(workflow: Workflow, entry: Data): CallableTool | null {
  if (!isDataMap(entry)) return null;
  const id = entry.get('id');
  if (typeof id !== 'string') return null;
  const config = mapOf(entry, 'config');
  const shared = workflow.tools.find((tool) => tool.id === id);
  if (shared !== undefined && !entry.has('use')) {
    const base = toolOfDefinition(shared);
    return { ...base, configs: config === null ? base.configs : [...base.configs, config] };
  }
  const schema = mapOf(entry, 'schema');
  const imported = entry.get('import');
  return {
    id,
    use: readReference(entry.get('use'))?.text ?? null,
    import: typeof imported === 'string' ? imported : null,
    configs: config === null ? [] : [config],
    env: mapOf(entry, 'env'),
    schema: {
      config: schema?.get('config') ?? null,
      input: schema?.get('input') ?? null,
      output: schema?.get('output') ?? null,
    },
  };
}

function mapOf(entry: DataMap, key: string): DataMap | null {
  const value = entry.get(key);
  return isDataMap(value) ? value : null;
}

/** The description of a tool for the model: that of its input schema, else its name. */
function describe(tool: CallableTool): string {
  const schema: Json = tool.schema.input === null ? null : toJson(tool.schema.input);
  const text = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? text : tool.id;
}
