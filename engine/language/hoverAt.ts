import { FUNCTIONS } from '../expression/index.ts';
import type { Analysis } from '../graph/index.ts';
import { findTask } from '../model/index.ts';
import { pathAt } from '../syntax/index.ts';
import { rootShape, walkShape } from '../types/index.ts';
import { describeTask } from './describeNamed.ts';
import { hoverPlace } from './hoverPlace.ts';
import type { CompletionContext, Hover } from './LanguageItem.ts';
import { taskOfPath } from './places.ts';
import { type ExpressionPart, expressionPartAt } from './referenceAt.ts';

/** What there is to say about the text at an offset: a key, a reference, a function, or what a value names. Null for nothing. */
export function hoverAt(analysis: Analysis, offset: number, context: CompletionContext = {}): Hover | null {
  const part = expressionPartAt(analysis, offset);
  if (part !== null)
    return part.kind === 'function' ? hoverFunction(part) : hoverReference(analysis, { part, context, offset });
  return hoverPlace(analysis, offset, context);
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
