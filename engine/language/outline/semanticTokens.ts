import {
  type Expression,
  findFunction,
  parseBareTemplate,
  parseTemplate,
  ROOTS,
  tokenize,
} from '../../expression/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { findTask, isVerbatim } from '../../model/index.ts';
import { countItems, itemAt, type ListNode, type ScalarNode, type SyntaxNode } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { contentRange, hideEscapes, isBareExpression } from '../places/referenceAt.ts';

/** What a part of an expression is. `unknown`: a root, a function or a definition that there is not. */
export const TOKEN_KINDS = [
  'root',
  'function',
  'property',
  'string',
  'number',
  'operator',
  'parameter',
  'brace',
  'unknown',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A part of an expression; never reaches over a line. */
export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
}

/** The parts of all expressions in a range of the document, in its order; only the text there is read. */
export function semanticTokens(analysis: Analysis, range: TextRange): readonly SemanticToken[] {
  const found: SemanticToken[] = [];
  visit({ analysis, range, found }, analysis.syntax.root, []);
  return found;
}

interface TokenReading {
  readonly analysis: Analysis;
  readonly range: TextRange;
  readonly found: SemanticToken[];
}

function visit(reading: TokenReading, node: SyntaxNode | null, path: Path): void {
  if (node === null || node.end < reading.range.start || node.start > reading.range.end) return;
  switch (node.kind) {
    case 'map':
      for (const { key, value } of node.entries) {
        if (!isVerbatim(reading.analysis.syntax, [...path, key])) visit(reading, value, [...path, key]);
      }
      return;
    case 'list':
      return visitItems(reading, node, path);
    case 'scalar':
      return readScalar(reading, node, path);
    case 'alias':
      return;
    default:
      return node satisfies never;
  }
}

/** Looks at no item before the range: of a long list most are not made. */
function visitItems(reading: TokenReading, list: ListNode, path: Path): void {
  const count = countItems(list);
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((itemAt(list, middle)?.end ?? 0) < reading.range.start) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < count; index += 1) {
    const item = itemAt(list, index);
    if (item === undefined || item.start > reading.range.end) return;
    visit(reading, item.value, [...path, index]);
  }
}

function readScalar({ analysis, found }: TokenReading, node: ScalarNode, path: Path): void {
  const isBare = isBareExpression(node, path);
  if (typeof node.value !== 'string' || (!isBare && !node.source.includes('{{'))) return;
  const { start, end } = contentRange(node);
  const text = analysis.syntax.text.slice(start, end);
  const source = node.style === 'double' ? hideEscapes(text) : text;
  for (const expression of (isBare ? parseBareTemplate : parseTemplate)(source).expressions) {
    for (const token of tokensOf(analysis, source, expression)) {
      found.push(...splitLines(source, { ...token, start: start + token.start, end: start + token.end }, start));
    }
  }
}

function tokensOf(analysis: Analysis, source: string, expression: Expression): SemanticToken[] {
  const kinds = namesOf(analysis, expression);
  const isBraced = source.startsWith('{{', expression.start - 2);
  const isClosed = isBraced && source.startsWith('}}', expression.end);
  const { tokens } = tokenize(source, expression.start, expression.end);
  addArrows(tokens, kinds);
  const inner = tokens.flatMap((token): SemanticToken[] => {
    const { start, end } = token;
    switch (token.kind) {
      case 'string':
        return [{ start, end, kind: kinds.get(start) ?? 'string' }];
      case 'number':
        return [{ start, end, kind: 'number' }];
      case 'name':
        return [{ start, end, kind: kinds.get(start) ?? (WORDS.has(token.text) ? 'number' : 'property') }];
      case 'sign':
        return [{ start, end, kind: 'operator' }];
      case 'end':
        return [];
      default:
        return [{ start, end, kind: 'unknown' }];
    }
  });
  return [
    ...(isBraced ? [{ start: expression.start - 2, end: expression.start, kind: 'brace' } as const] : []),
    ...inner,
    ...(isClosed ? [{ start: expression.end, end: expression.end + 2, kind: 'brace' } as const] : []),
  ];
}

const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
const ROOT_NAMES: ReadonlySet<string> = new Set(ROOTS.map(({ name }) => name));

/** What the names of an expression are, by where they begin. */
function namesOf(analysis: Analysis, { references, calls, ast }: Expression): Map<number, TokenKind> {
  const kinds = new Map<number, TokenKind>();
  for (const { start, name } of calls) kinds.set(start, findFunction(name) === undefined ? 'unknown' : 'function');
  for (const { root, start, path, keys } of references) {
    kinds.set(start, ROOT_NAMES.has(root) ? 'root' : 'unknown');
    for (const [index, key] of keys.entries()) {
      const isMissing = index === 0 && !isDefined(analysis, root, path[0]);
      if (isMissing || typeof path[index] === 'string') kinds.set(key.start, isMissing ? 'unknown' : 'property');
    }
  }
  addParameters(ast, kinds);
  return kinds;
}

type Tokens = ReturnType<typeof tokenize>['tokens'];

/** Names of arrow functions, where they are written: `x =>`, `(a, b) =>`. */
function addArrows(tokens: Tokens, kinds: Map<number, TokenKind>): void {
  for (const [index, token] of tokens.entries()) {
    if (token.text !== '=>') continue;
    const isList = tokens[index - 1]?.text === ')';
    for (let at = index - 1; at >= 0 && tokens[at]?.text !== '('; at -= 1) {
      const before = tokens[at];
      if (before?.kind === 'name') kinds.set(before.start, 'parameter');
      if (!isList) break;
    }
  }
}

/** Whether the id behind a root is one of a definition; true of everything that is known at run time only. */
function isDefined(analysis: Analysis, root: string, id: string | number | undefined): boolean {
  const workflow = effectiveWorkflow(analysis);
  if (typeof id !== 'string') return true;
  if (root === 'tasks') return findTask(workflow, id) !== undefined;
  if (root === 'agents') return workflow.agents.some((agent) => agent.id === id);
  return root !== 'tools' || workflow.tools.some((tool) => tool.id === id);
}

type ExpressionNode = Expression['ast'];

/** Names of arrow functions, where they are read. */
function addParameters(node: ExpressionNode, kinds: Map<number, TokenKind>): void {
  switch (node.kind) {
    case 'local':
      kinds.set(node.start, 'parameter');
      return;
    case 'list':
      return node.items.forEach((item) => addParameters(item, kinds));
    case 'map':
      return node.entries.forEach(({ value }) => addParameters(value, kinds));
    case 'member':
      return addParameters(node.object, kinds);
    case 'index':
      addParameters(node.object, kinds);
      return addParameters(node.index, kinds);
    case 'unary':
      return addParameters(node.operand, kinds);
    case 'binary':
    case 'logical':
      addParameters(node.left, kinds);
      return addParameters(node.right, kinds);
    case 'conditional':
      addParameters(node.test, kinds);
      addParameters(node.whenTrue, kinds);
      return addParameters(node.whenFalse, kinds);
    case 'call':
      for (const arg of node.args) addParameters(arg, kinds);
      if (node.arrow !== null) addParameters(node.arrow.node.body, kinds);
      return;
    case 'root':
    case 'literal':
    case 'hole':
      return;
    default:
      return node satisfies never;
  }
}

/** A token over several lines, as text in a block scalar may be, line by line. */
function splitLines(source: string, token: SemanticToken, offset: number): SemanticToken[] {
  const text = source.slice(token.start - offset, token.end - offset);
  if (!/[\r\n]/.test(text)) return [token];
  return [...text.matchAll(/[^\r\n]+/g)].map(({ 0: line, index }) => {
    const start = token.start + index;
    return { start, end: start + line.length, kind: token.kind };
  });
}
