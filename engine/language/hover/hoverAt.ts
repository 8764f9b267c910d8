import { type JsonObject, toData } from '../../base/index.ts';
import { FUNCTIONS } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findTask, isServeConfig, isTestFile, parseDuration } from '../../model/index.ts';
import { describePath, propertiesAt } from '../../schema/index.ts';
import { configSchemaAt } from '../../serveConfig/index.ts';
import { findNode, findRange, pathAt, type Syntax, toNodeData } from '../../syntax/index.ts';
import { testSchemaAt } from '../../testFile/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { lookAt, rootShape, type Seen } from '../../types/index.ts';
import { describeField } from '../completion/completeBySchema.ts';
import { shortValue } from '../completion/completeExpression.ts';
import { SCHEMA_KEYWORDS, schemaPlaceAt } from '../completion/completeSchema.ts';
import { keysOfSchema, toolKeysAt } from '../completion/toolKeys.ts';
import { describeNamed, describeTask } from '../names/describeNamed.ts';
import type { Mention } from '../names/mentions.ts';
import { mentionAt, resolveMention } from '../names/resolveName.ts';
import type { CompletionContext, Hover } from '../places/LanguageItem.ts';
import { taskOfPath } from '../places/nodeAt.ts';
import {
  bareExpressionAt,
  contentRange,
  type ExpressionPart,
  expressionAt,
  expressionPartAt,
} from '../places/referenceAt.ts';

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

/** The hover for a key of a file that is no workflow, from what its schema says of each place; null elsewhere. */
function hoverSchema(syntax: Syntax, offset: number, schemaAt: (path: Path) => JsonObject | null): Hover | null {
  const path = pathAt(syntax, offset);
  const range = findRange(syntax, path, 'key');
  const field = keysOfSchema(toData(schemaAt(path.slice(0, -1)))).find(({ key }) => key === path.at(-1));
  if (field === undefined || offset < range.start || offset > range.end) return null;
  return { range, markdown: describeField(field.key, field, field.isRequired) };
}

/** The hover for a name, a key or a value outside of expressions; null where there is none. */
function hoverPlace(analysis: Analysis, offset: number, context: CompletionContext): Hover | null {
  const place = { analysis, files: context.files };
  const path = pathAt(analysis.syntax, offset);
  const mention = mentionAt(place, offset);
  const named = mention === null ? null : resolveMention(place, mention);
  if (mention !== null && named !== null) {
    return { range: mention.reach, markdown: describeNamed(named, analysis.path) };
  }
  const unresolved = mention === null ? '' : describeUnresolved(mention, context);
  if (mention !== null && unresolved !== '') return { range: mention.reach, markdown: unresolved };
  const key = findRange(analysis.syntax, path, 'key');
  if (key.start <= offset && offset <= key.end) return hoverKey(analysis, path, key);
  return hoverDuration(analysis, path, offset);
}

function describeUnresolved(mention: Mention, { mcpTools = [] }: CompletionContext): string {
  const { kind, name } = mention;
  const builtIn = name.startsWith('core:') ? findBuiltIn(name) : undefined;
  if (builtIn !== undefined) {
    const keys = Object.keys(builtIn.schema.input.properties ?? {});
    return `**${name}** · built-in\n\n${builtIn.description}${describeKeys(keys)}`;
  }
  if (name === 'core:agent')
    return '**core:agent** · built-in\n\nRuns the model that `config` names, with tools and memory.';
  if (name.startsWith('mcp:')) {
    const tool = mcpTools.find(({ use }) => use === name);
    if (tool !== undefined)
      return `**${name}** · a tool of an MCP server\n\n${tool.description}${describeKeys(tool.inputs)}`;
    return `**${name}** · a tool of an MCP server that is to be set up in the workspace`;
  }
  if (mention.import !== undefined) return `\`${mention.import.written}\` leads to nothing in this workspace.`;
  if (mention.isReference) return `\`${name}\` is not a package of this workspace.`;
  return kind === 'task' && name === 'end' ? '**end** · ends this branch' : '';
}

function describeKeys(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `\n\nReads ${keys.map((key) => `\`${key}\``).join(', ')}.`;
}

function hoverKey(analysis: Analysis, path: Path, range: TextRange): Hover | null {
  const key = path.at(-1);
  if (typeof key !== 'string') return null;
  const document = toNodeData(analysis.syntax.root);
  const keyword = SCHEMA_KEYWORDS.get(key);
  const inSchema = schemaPlaceAt(path.slice(0, -1), document);
  if (keyword !== undefined && inSchema?.kind === 'schema')
    return { range, markdown: `**${key}** · JSON Schema\n\n${keyword}` };
  const field = describePath(path, document);
  if (field === undefined) {
    const read = toolKeysAt({ analysis, document }, path.slice(0, -1)).find((each) => each.key === key);
    return read === undefined ? null : { range, markdown: describeField(key, read, read.isRequired) };
  }
  const isRequired = propertiesAt(path.slice(0, -1), document).some(
    (property) => property.key === key && property.isRequired,
  );
  return { range, markdown: describeField(key, field, isRequired) };
}

/** A duration as readable text. */
function hoverDuration(analysis: Analysis, path: Path, offset: number): Hover | null {
  const node = findNode(analysis.syntax, path);
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return null;
  const range = contentRange(node);
  if (offset < range.start || offset > range.end) return null;
  const duration = parseDuration(node.value);
  if (!duration.ok || describePath(path, toNodeData(analysis.syntax.root))?.kind !== 'duration') return null;
  return { range, markdown: spellDuration(duration.value) };
}

const UNITS = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;

/** `1 hour and 30 minutes`. */
function spellDuration(milliseconds: number): string {
  let rest = milliseconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  const last = parts.pop() ?? '0 seconds';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
