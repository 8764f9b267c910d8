import type { Analysis } from '../../graph/index.ts';
import { configOf, resolveUse, traitsOf } from '../../model/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { builtInNamed, TOOL_DATA } from '../../tools/index.ts';
import { type DeclaredTool, listInputFields } from './toolKeys.ts';

/** What is put into a task: what an input that takes it may be called, and the tools of servers, whose inputs are known. */
export interface InputToPlace {
  readonly name: string;
  readonly mcpTools: readonly DeclaredTool[];
}

/**
 * The field of a task that a value of another one goes into: the condition of a decision, the items of a loop, the first value that a
 * map shapes; else what the tool is made to take, an input of the same name, or the first that is missing; else an input of that name.
 */
export function placeOfInput(analysis: Analysis, id: string, { name, mcpTools }: InputToPlace): Path | null {
  const task = analysis.graph.nodes.get(id)?.task;
  if (task === undefined) return null;
  const { hasRoutes, children, output } = traitsOf(task.type);
  if (hasRoutes) return [...task.path, 'config', 'condition'];
  if (children === 'item') return [...task.path, 'config', 'items'];
  const { mapping } = configOf(task);
  if (output === 'mapping' && task.use === null)
    return [
      ...task.path,
      'config',
      'mapping',
      (mapping instanceof Map ? mapping.keys().next().value : undefined) ?? 'value',
    ];
  const path = [...task.path, 'with'];
  const node = findNode(analysis.syntax, path);
  const data = node ? toNodeData(node) : null;
  const written = data instanceof Map ? [...data.keys()].map(String) : [];
  const open = listInputFields(analysis, id, mcpTools).filter((field) => !written.includes(field.name));
  const use = resolveUse(analysis.workflow, task);
  const takes = use.kind === 'core' ? TOOL_DATA[builtInNamed(use.name)?.name ?? 'raise'].takes : undefined;
  const best =
    open.find((field) => field.name === takes) ??
    open.find((field) => field.name === name) ??
    open.find(({ isRequired }) => isRequired) ??
    (use.kind === 'agent' ? open.find((field) => field.name !== 'prompt') : undefined);
  return [...path, best?.name ?? freeName(name, written)];
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}_${number}`)) return `${name}_${number}`;
}
