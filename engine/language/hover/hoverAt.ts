import { FUNCTIONS } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findTask, isServeConfig, isTestFile } from '../../model/index.ts';
import { configSchemaAt } from '../../serveConfig/index.ts';
import { pathAt } from '../../syntax/index.ts';
import { testSchemaAt } from '../../testFile/index.ts';
import type { TextRange } from '../../text/index.ts';
import { lookAt, rootShape, type Seen } from '../../types/index.ts';
import { shortValue } from '../completion/shortValue.ts';
import { describeNamed, describeTask } from '../names/describeNamed.ts';
import { mentionAt } from '../names/nameAt.ts';
import { resolveMention } from '../names/resolveName.ts';
import { expressionAt } from '../places/expressionAt.ts';
import type { CompletionContext, Hover } from '../places/LanguageItem.ts';
import { taskOfPath } from '../places/nodeAt.ts';
import { bareExpressionAt, type ExpressionPart, expressionPartAt } from '../places/referenceAt.ts';
import { hoverPlace } from './hoverPlace.ts';
import { hoverSchema } from './hoverSchema.ts';

/** The hover for the text at an offset: a key, a reference, a function, or what a value names. Null where there is none. */
export function hoverAt(analysis: Analysis, offset: number, context: CompletionContext = {}): Hover | null {
  if (isServeConfig(analysis.path)) return hoverSchema(analysis.syntax, offset, configSchemaAt);
  if (isTestFile(analysis.path))
    return hoverTestedTask(analysis, offset, context) ?? hoverSchema(analysis.syntax, offset, testSchemaAt);
  const part = expressionPartAt(analysis, offset);
  if (part !== null)
    return part.kind === 'function' ? hoverFunction(part) : hoverReference(analysis, { part, context, offset });
  return hoverPart(analysis, offset, context) ?? hoverPlace(analysis, offset, context);
}

/** A task that a test names, as the workflow has it. */
function hoverTestedTask(analysis: Analysis, offset: number, { files }: CompletionContext): Hover | null {
  const place = { analysis, files };
  const mention = mentionAt(place, offset);
  const named = mention?.kind === 'task' ? resolveMention(place, mention) : null;
  return mention === null || named === null
    ? null
    : { range: mention.range, markdown: describeNamed(named, analysis.path) };
}

/** What the part of an expression at an offset gives: an operation, a parameter, an index in brackets. */
function hoverPart(analysis: Analysis, offset: number, context: CompletionContext): Hover | null {
  const { text } = analysis.syntax;
  const expression = expressionAt(text, offset) ?? bareExpressionAt(analysis, offset);
  const seen = expression === null ? undefined : seeAt(analysis, offset, { expression, context });
  if (seen === undefined || seen.node.kind === 'hole' || seen.node.start === seen.node.end) return null;
  const { start, end } = seen.node;
  return { range: { start, end }, markdown: describeSeen(text.slice(start, end), seen) };
}

/** The innermost part of an expression around an offset. */
function seeAt(
  analysis: Analysis,
  offset: number,
  about: { readonly expression: TextRange; readonly context: CompletionContext },
): Seen | undefined {
  const { expression, context } = about;
  const path = pathAt(analysis.syntax, offset);
  const scope = { analysis, task: taskOfPath(analysis, path), path, context };
  return lookAt(scope, { source: analysis.syntax.text, ...expression }, (node) =>
    node.start <= offset && offset <= node.end ? node : undefined,
  );
}

/** A part of an expression with its type, its description, and its value in the last run. */
function describeSeen(written: string, { shape, last }: Pick<Seen, 'shape' | 'last'>): string {
  const lines = [
    `\`${written}\` · ${shape.type}`,
    shape.description,
    last === undefined ? '' : `Last run: \`${shortValue(last).replaceAll('`', "'")}\``,
  ];
  return lines.filter((line) => line !== '').join('\n\n');
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
  const expression = expressionAt(analysis.syntax.text, offset) ?? bareExpressionAt(analysis, offset);
  const seen = expression === null ? undefined : seeAt(analysis, offset, { expression, context });
  return { range, markdown: describeSeen(written, seen ?? { shape: root, last: undefined }) };
}
