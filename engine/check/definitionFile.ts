import { type Data, type DataMap, isDataMap } from '../base/index.ts';
import { type Analysis, buildGraph } from '../graph/index.ts';
import { readWorkflow, TASK_TYPES } from '../model/index.ts';
import type { ListNode, MapNode, Syntax, SyntaxNode } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import type { CheckCode } from './subject/codes.ts';
import type { Finding } from './subject/Rule.ts';

/** The list of a document that would hold a definition. */
type Home = 'tasks' | 'agents' | 'tools';

/** How many keys lead from the document around a definition to the definition: its list and its place there. */
const DEPTH = 2;

/**
 * A file that is one definition, as a document that has nothing else. Every node keeps its place in the text, so that
 * what is found there can be reported and fixed there.
 */
export function wrapDefinition(analysis: Analysis, data: DataMap): Analysis {
  const { root } = analysis.syntax;
  if (root === null) return analysis;
  const syntax: Syntax = { ...analysis.syntax, root: wrap(root, homeOf(data)) };
  const workflow = readWorkflow(syntax);
  return { ...analysis, syntax, workflow, graph: buildGraph(workflow) };
}

/** A task has a type, or keys that only tasks have; an agent what only agents have. */
function homeOf(data: DataMap): Home {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => data.has(key));
  if (TASK_TYPES.some((type) => type === data.get('type'))) return 'tasks';
  if (has('retry', 'on_start', 'on_success', 'on_error', 'on_complete', 'join', 'action')) return 'tasks';
  const config = data.get('config');
  const isModel = config instanceof Map && (config.has('provider') || config.has('model'));
  if (has('actions', 'memory', 'instructions', 'tools') || isModel || isCoreAgent(data.get('use'))) return 'agents';
  return 'tools';
}

function isCoreAgent(use: Data | undefined): boolean {
  return typeof use === 'string' && /^core[:/]agent\b/.test(use);
}

function wrap(root: SyntaxNode, home: Home): MapNode {
  const { start, end } = root;
  const place = { start, end, anchor: null, tag: null };
  const list: ListNode = { ...place, kind: 'list', style: 'block', items: [{ value: root, start, end }] };
  const keyNode: SyntaxNode = { ...place, end: start, kind: 'scalar', style: 'plain', value: home, source: '' };
  return { ...place, kind: 'map', style: 'block', entries: [{ key: home, keyNode, value: list, start, end }] };
}

/** What is true of a definition wherever it is imported; all else depends on what is around it there. */
const ALONE: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'REQUIRED_KEY',
  'WRONG_TYPE',
  'NOT_ALLOWED_VALUE',
  'OUT_OF_RANGE',
  'EMPTY_VALUE',
  'INVALID_DURATION',
  'INVALID_REFERENCE',
  'INVALID_SCHEMA',
  'VAGUE_SCHEMA',
  'UNKNOWN_KEY',
  'IGNORED_KEY',
  'OTHER_SPELLING',
  'FOREIGN_CONFIG',
  'FOREIGN_HANDLER',
  'FOREIGN_TASKS',
  'DUPLICATE_ID',
  'RESERVED_ID',
  'CORE_VERSION',
  'EXPRESSION_SYNTAX',
  'UNKNOWN_ROOT',
  'UNKNOWN_FUNCTION',
  'SECRET_CHANGED',
  'NOT_A_TEMPLATE',
  'SECRET_IN_CLEAR',
  'CONSTANT_CONDITION',
  'ROUTE_NEVER_TAKEN',
  'UNKNOWN_ERROR_CODE',
  'DUPLICATE_TARGET',
  'CHECKED_ONCE',
  'SCHEMA_WITHOUT_SIGNAL',
]);

/** A finding in the document around a definition, as one of the definition; null where only an import can decide it. */
export function unwrapFinding(finding: Finding, data: DataMap): Finding | null {
  const { code, path } = finding;
  if (!ALONE.has(code) || path.length < DEPTH) return null;
  const inside = path.slice(DEPTH);
  if (code === 'REQUIRED_KEY' && isGivenByImport(inside)) return null;
  const isTyped = data.has('type') || path[0] !== 'tasks';
  const needsType = code === 'UNKNOWN_KEY' || code === 'IGNORED_KEY' || code.startsWith('FOREIGN_');
  return needsType && !isTyped ? null : finding;
}

/** Keys besides the import are added to the definition: at its top, and inside of these maps. */
function isGivenByImport([key, ...deeper]: Path): boolean {
  return key === undefined || (deeper.length === 0 && (key === 'config' || key === 'schema'));
}

/** The path of a diagnostic in the file itself. */
export function unwrapPath(path: Path): Path {
  return path.slice(DEPTH);
}

/**
 * Whether a file is one agent, tool or task for others to import (format.md 3), not a document: it has what a definition
 * uses, or of which type a task is.
 */
export function isDefinitionFile(data: Data): boolean {
  if (!isDataMap(data)) return false;
  if (TASK_TYPES.some((type) => type === data.get('type'))) return true;
  return (data.has('use') || data.has('import')) && !data.has('tasks') && !data.has('agents');
}
