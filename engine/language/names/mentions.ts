import { parseBareTemplate, parseTemplate } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { isTestFile, isVerbatim } from '../../model/index.ts';
import { findNode, followAlias, type MapEntry, type ScalarNode, type SyntaxNode } from '../../syntax/index.ts';
import { isExpected, isTaskKey, isTaskText } from '../../testFile/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { contentRange, hideEscapes, isBareExpression } from '../places/referenceAt.ts';
import { type ListName, roleOfKey, roleOfValue } from './roleOf.ts';

/** What a name can refer to. */
export type NamedKind = 'task' | 'agent' | 'tool' | 'memory' | 'action' | 'route' | 'env' | 'file';

/** One place of a document where a name is written: `range` is the name alone, in the document. */
export interface Mention {
  readonly kind: NamedKind;
  readonly name: string;
  readonly range: TextRange;
  /** Where a cursor means it: also before the name, as on `agent:` and on the path of an import. */
  readonly reach: TextRange;
  readonly isDefinition: boolean;
  /** The key or scalar it is in. */
  readonly path: Path;
  /** `import`: the whole value as written, and the list its definition is of. `name` is then the id behind `#`, else empty. */
  readonly import?: { readonly written: string; readonly list: ListName | null };
  /** `use` of something that is neither `agent:` nor `tool:`: what may be a package. */
  readonly isReference?: true;
}

/** Every name in a document, in its order. */
export function listMentions(analysis: Analysis): readonly Mention[] {
  const found: Mention[] = [];
  const visit = (node: SyntaxNode | null, path: Path): void => {
    if (node?.kind === 'map') {
      for (const entry of node.entries) {
        const inner = [...path, entry.key];
        found.push(...mentionsInKey(analysis, entry, inner));
        if (!isVerbatim(analysis.syntax, inner)) visit(entry.value, inner);
      }
    } else if (node?.kind === 'list') {
      for (const [index, item] of node.items.entries()) visit(item.value, [...path, index]);
    } else if (node?.kind === 'scalar') found.push(...mentionsInScalar(analysis, node, path));
  };
  visit(analysis.syntax.root, []);
  return found;
}

/** The names in the key and the scalar that a path leads to. */
export function mentionsAt(analysis: Analysis, path: Path): readonly Mention[] {
  const parent = findNode(analysis.syntax, path.slice(0, -1));
  const map = followAlias(parent ?? null);
  const entry = map?.kind === 'map' ? map.entries.find(({ key }) => key === path.at(-1)) : undefined;
  const node = findNode(analysis.syntax, path);
  return [
    ...(entry === undefined ? [] : mentionsInKey(analysis, entry, path)),
    ...(node?.kind === 'scalar' && !isVerbatim(analysis.syntax, path) ? mentionsInScalar(analysis, node, path) : []),
  ];
}

function mentionsInKey(analysis: Analysis, entry: MapEntry, path: Path): readonly Mention[] {
  if (isTestFile(analysis.path))
    return entry.keyNode.kind === 'scalar' && isTaskKey(path)
      ? mentionsInTaskName(entry.keyNode, entry.key, path)
      : NONE;
  const role = roleOfKey(path);
  if (role === null || entry.keyNode.kind !== 'scalar') return NONE;
  const range = contentRange(entry.keyNode);
  return [{ kind: role, name: entry.key, range, reach: range, isDefinition: true, path }];
}

const NONE: readonly Mention[] = [];

function mentionsInScalar(analysis: Analysis, node: ScalarNode, path: Path): readonly Mention[] {
  if (isTestFile(analysis.path)) return mentionsInTest(analysis, node, path);
  const role = roleOfValue(path);
  if (role === null) return mentionsInTemplate(analysis, node, path);
  const value = node.value === null ? '' : typeof node.value === 'string' ? node.value : node.source;
  const range = contentRange(node);
  const base = { name: value, range, reach: range, path, isDefinition: false };
  switch (role.kind) {
    case 'id':
      return [{ ...base, kind: role.of, isDefinition: true }];
    case 'task':
      return [{ ...base, kind: 'task' }];
    case 'action':
      return [{ ...base, kind: 'action' }];
    case 'agentTool':
      return [{ ...base, kind: 'tool' }];
    case 'use':
      return role.isPart ? mentionInLongUse(analysis, base) : mentionInUse(base);
    case 'import': {
      const hash = value.indexOf('#');
      const kind = role.list === null ? 'file' : KINDS[role.list];
      const name = hash === -1 ? '' : value.slice(hash + 1).trim();
      return [
        { ...base, kind, name, range: behind(base.range, value, hash), import: { written: value, list: role.list } },
      ];
    }
    default:
      return role satisfies never;
  }
}

const KINDS = { tasks: 'task', agents: 'agent', tools: 'tool' } as const satisfies Record<ListName, NamedKind>;

/** Names in a text of a test file: of its workflow, of tasks, and in expressions. */
function mentionsInTest(analysis: Analysis, node: ScalarNode, path: Path): readonly Mention[] {
  if (path.length === 1 && path[0] === 'workflow') {
    const range = contentRange(node);
    const written = String(node.value);
    return [
      { kind: 'file', name: '', range, reach: range, path, isDefinition: false, import: { written, list: null } },
    ];
  }
  if (isTaskText(path)) return mentionsInTaskName(node, String(node.value), path);
  return isExpected(path) ? mentionsInTemplate(analysis, node, path).filter(({ kind }) => kind === 'task') : NONE;
}

/** The tasks that a name in a test has: one, or those around it and itself with `/` between them. */
function mentionsInTaskName(node: ScalarNode, name: string, path: Path): readonly Mention[] {
  const { start, end } = contentRange(node);
  const steps = end - start === name.length ? name.split('/') : [name];
  let at = start;
  return steps.map((step) => {
    const range = steps.length === 1 ? { start, end } : { start: at, end: at + step.length };
    at += step.length + 1;
    return { kind: 'task', name: step, range, reach: range, path, isDefinition: false };
  });
}

type Base = Omit<Mention, 'kind'>;

function mentionInUse(base: Base): readonly Mention[] {
  const [, kind, id] = /^\s*(agent|tool):(.+?)\s*$/.exec(base.name) ?? [];
  if (kind !== 'agent' && kind !== 'tool') return [{ ...base, kind: 'tool', isReference: true }];
  return [{ ...base, kind, name: id ?? '', range: behind(base.range, base.name, base.name.indexOf(':')) }];
}

function mentionInLongUse({ syntax }: Analysis, base: Base): readonly Mention[] {
  const repo = findNode(syntax, [...base.path.slice(0, -1), 'repo']);
  const kind = repo?.kind === 'scalar' ? repo.value : null;
  return kind === 'agent' || kind === 'tool' ? [{ ...base, kind }] : NONE;
}

/** The part of a range behind a character of its text; the range itself where escapes or folding move the characters. */
function behind(range: TextRange, text: string, at: number): TextRange {
  if (at === -1 || range.end - range.start !== text.length) return range;
  return { start: range.start + at + 1, end: range.end };
}

const ROOTS: Readonly<Record<string, NamedKind>> = {
  tasks: 'task',
  agents: 'agent',
  tools: 'tool',
  memory: 'memory',
  env: 'env',
};

/** The names that the expressions of a scalar refer to. */
function mentionsInTemplate(analysis: Analysis, node: ScalarNode, path: Path): readonly Mention[] {
  const isBare = isBareExpression(node, path);
  if (typeof node.value !== 'string' || (!isBare && !node.source.includes('{{'))) return NONE;
  const { start, end } = contentRange(node);
  const text = analysis.syntax.text.slice(start, end);
  const source = node.style === 'double' ? hideEscapes(text) : text;
  const { expressions } = (isBare ? parseBareTemplate : parseTemplate)(source);
  return expressions.flatMap(({ references }) =>
    references.flatMap((reference): Mention[] => {
      const [name] = reference.path;
      const [key] = reference.keys;
      const kind = Object.hasOwn(ROOTS, reference.root) ? ROOTS[reference.root] : undefined;
      if (kind === undefined || key === undefined || typeof name !== 'string') return [];
      const quotes = /^['"]/.test(source.slice(key.start, key.end)) ? 1 : 0;
      const range = { start: start + key.start + quotes, end: start + key.end - quotes };
      return [{ kind, name, range, reach: range, isDefinition: false, path }];
    }),
  );
}
