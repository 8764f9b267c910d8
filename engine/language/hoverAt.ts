import { FUNCTIONS } from '../expression/index.ts';
import type { Analysis } from '../graph/index.ts';
import { findTask, resolveUse, type Task } from '../model/index.ts';
import { describePath } from '../schema/index.ts';
import { findRange, pathAt, toNodeData } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import { rootShape, walkShape } from '../types/index.ts';
import { describeField } from './describeField.ts';
import { findNamed, type Target } from './findUse.ts';
import type { CompletionContext, Hover } from './LanguageItem.ts';
import { taskOfPath } from './places.ts';
import { type ExpressionPart, expressionPartAt } from './referenceAt.ts';

/** What there is to say about the text at an offset: a key, a reference, a function, or what a value names. Null for nothing. */
export function hoverAt(analysis: Analysis, offset: number, context: CompletionContext = {}): Hover | null {
  const part = expressionPartAt(analysis, offset);
  if (part !== null)
    return part.kind === 'function' ? hoverFunction(part) : hoverReference(analysis, { part, context, offset });
  const path = pathAt(analysis.syntax, offset);
  const key = findRange(analysis.syntax, path, 'key');
  if (key.start <= offset && offset <= key.end) return hoverKey(analysis, path);
  const value = findRange(analysis.syntax, path, 'value');
  const target = findNamed(analysis, path);
  if (target === null || offset < value.start || offset > value.end) return null;
  return { range: value, markdown: describeTarget(analysis, target) };
}

function hoverFunction(part: Extract<ExpressionPart, { kind: 'function' }>): Hover {
  const fn = FUNCTIONS.find(({ name }) => name === part.name);
  const markdown =
    fn === undefined ? `There is no function \`${part.name}\`.` : `\`${fn.signature}\`\n\n${fn.description}`;
  return { range: part.range, markdown };
}

interface ReferenceHover {
  readonly part: Extract<ExpressionPart, { kind: 'reference' }>;
  readonly context: CompletionContext;
  readonly offset: number;
}

function hoverReference(analysis: Analysis, { part, context, offset }: ReferenceHover): Hover {
  const { reference, depth, range } = part;
  const task = taskOfPath(analysis, pathAt(analysis.syntax, offset));
  const root = rootShape({ analysis, task, context }, reference.root);
  const written = analysis.syntax.text.slice(range.start, range.end);
  if (root === undefined) return { range, markdown: `There is no \`${reference.root}\` in an expression.` };
  const named =
    reference.root === 'tasks' && depth === 1 ? findTask(analysis.workflow, String(reference.path[0])) : undefined;
  if (named !== undefined) return { range, markdown: describeTask(analysis, named) };
  const shape = walkShape(root, reference.path.slice(0, depth));
  return {
    range,
    markdown: [`\`${written}\` · ${shape?.type ?? 'any'}`, shape?.description ?? '']
      .filter((line) => line !== '')
      .join('\n\n'),
  };
}

function hoverKey(analysis: Analysis, path: Path): Hover | null {
  const key = path.at(-1);
  if (typeof key !== 'string') return null;
  const field = describePath(path, toNodeData(analysis.syntax.root));
  return field === undefined
    ? null
    : { range: findRange(analysis.syntax, path, 'key'), markdown: describeField(key, field) };
}

function describeTarget(analysis: Analysis, target: Target): string {
  const task = target.kind === 'task' ? findTask(analysis.workflow, target.id) : undefined;
  if (task !== undefined) return describeTask(analysis, task);
  const agent = analysis.workflow.agents.find((candidate) => target.kind === 'agent' && candidate.id === target.id);
  if (agent !== undefined) {
    const model = agent.config?.get('model');
    const actions = agent.actions.map((action) => `- \`${action.id}\``);
    return [`**${agent.id}** · agent${typeof model === 'string' ? ` · ${model}` : ''}`, actions.join('\n')]
      .filter((line) => line !== '')
      .join('\n\n');
  }
  const tool = analysis.workflow.tools.find((candidate) => target.kind === 'tool' && candidate.id === target.id);
  return `**${target.id}** · ${target.kind}${tool?.use ? ` · ${tool.use.text}` : ''}`;
}

/** A task in a few lines: its name, what it runs, where it leads. */
function describeTask(analysis: Analysis, task: Task): string {
  const use = resolveUse(analysis.workflow, task);
  const type = task.type === 'unknown' ? (task.writtenType ?? 'no type') : task.type;
  const head = `**${task.name ?? task.id}** · ${type}${use.kind === 'none' ? '' : ` · ${task.use?.text ?? ''}`}`;
  const ways = analysis.graph.edges
    .filter((edge) => edge.source === task.id)
    .map((edge) => `- ${edge.label} → \`${edge.target}\``);
  return [head, ways.join('\n')].filter((line) => line !== '').join('\n\n');
}
