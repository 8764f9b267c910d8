import { type Data, isDataMap, type JsonObject, toJson } from '../../base/index.ts';
import { analyze, type GraphNode } from '../../graph/index.ts';
import type { AuthorTool } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitList, fitText } from './budget.ts';
import { findFile, PATH, PROPOSAL, tellHash } from './findFile.ts';

/** `outline`: what a workflow consists of, without its text. */
export const outlineTool: AuthorTool = {
  name: 'outline',
  title: 'Outline a workflow',
  about:
    'What a workflow consists of: its input, agents, tools, memory, and each task with its type, what it runs, and where each exit leads. Much shorter than its text; start here.',
  input: { properties: { path: PATH, proposal: PROPOSAL, budget: BUDGET }, required: ['path'] },
  isReading: true,
  answer: async (args, context) => {
    const found = await findFile(context, args);
    if (!found.ok) return { says: {}, findings: found.error };
    const { path, text } = found.value;
    const { workflow, graph, isBroken, syntax } = analyze(path, text);
    const tasks = [...graph.nodes.values()].map((node) => toRow(node, graph.edges));
    const { shown, left } = fitList(tasks, budgetOf(args));
    const root = syntax.root?.kind === 'map' ? syntax.root.entries.map(({ key }) => key) : [];
    return {
      says: {
        path,
        ...tellHash(context, args, text),
        lines: text.split('\n').length,
        ...(isBroken ? { broken: 'Its YAML cannot be read as a whole: see check.' } : {}),
        ...(left > 0 ? { left_out: `${left} tasks: give a larger budget, or read one` } : {}),
      },
      fromFiles: {
        keys: root,
        input: keysOf(workflow.inputSchema),
        agents: workflow.agents.map(({ id, actions }) => ({ id, actions: actions.map((action) => action.id) })),
        tools: workflow.tools.map(({ id, use }) => ({ id, use: use?.text ?? null })),
        memory: workflow.memory?.id ?? null,
        start: [...graph.nodes.values()].find(({ isStart }) => isStart)?.id ?? null,
        tasks: shown,
      },
    };
  },
};

function toRow(
  { id, task, parent, isReachable }: GraphNode,
  edges: readonly { source: string; via: string; target: string }[],
): JsonObject {
  const leads = edges.filter(({ source }) => source === id).map(({ via, target }) => `${via} → ${target}`);
  return {
    id,
    type: task.type,
    ...(task.name === null || task.name === undefined || task.name === id ? {} : { name: fitText(task.name, 80) }),
    ...(task.use === null ? {} : { use: task.use.text }),
    ...(parent === null ? {} : { in: parent }),
    ...(leads.length === 0 ? {} : { leads }),
    ...(isReachable ? {} : { unreachable: true }),
  };
}

/** The keys of a schema with their types, as far as they are written. */
function keysOf(schema: Data | null): JsonObject | null {
  const properties = isDataMap(schema) ? schema.get('properties') : undefined;
  if (!isDataMap(properties)) return null;
  return Object.fromEntries(
    [...properties].map(([key, value]) => [key, isDataMap(value) ? toJson(value.get('type') ?? null) : null] as const),
  );
}
