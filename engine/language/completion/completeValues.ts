import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { findTask, resolveUse, runsTogether } from '../../model/index.ts';
import { describePath, type FieldDescription } from '../../schema/index.ts';
import type { Path } from '../../text/index.ts';
import { roleOfValue } from '../names/roleOf.ts';
import type { CompletionContext, CompletionItem, Proposal } from '../places/LanguageItem.ts';
import { nodeOfPath } from '../places/nodeAt.ts';
import type { CursorPlace } from '../places/placeAt.ts';
import { importPaths } from './completeImports.ts';
import { dataAt, schemaPlaceAt, schemaValues } from './completeSchema.ts';
import { longReference, MCP_START, references } from './completeUse.ts';
import { type DocumentDraft, stop, toSnippet } from './startValue.ts';
import { toolKeysAt } from './toolKeys.ts';

/** A document in which a value is being written, and what the caller knows beyond it. */
export interface ValueDraft extends DocumentDraft {
  readonly context: CompletionContext;
}

/** The values that are allowed at a place: task ids, what `use` may name, actions, words of an enum, true and false, … */
export function completeValues(draft: ValueDraft, place: CursorPlace): readonly CompletionItem[] {
  const quote = draft.analysis.syntax.text[place.typed.start - 1];
  const isQuoted = quote === '"' || quote === "'";
  return proposals(draft, place.path).map(({ isLiteral, ...proposal }) => ({
    ...proposal,
    ...(proposal.label === MCP_START
      ? toSnippet(MCP_START + stop('server/tool'), 0)
      : {
          insertText: isQuoted
            ? escapeIn(quote, proposal.label)
            : isLiteral
              ? proposal.label
              : toScalar(proposal.label),
        }),
    range: place.typed,
  }));
}

/** The value of a field: a literal is a number, or true or false. */
interface ValueProposal extends Proposal {
  readonly isLiteral?: boolean;
}

function proposals(draft: ValueDraft, path: Path): readonly ValueProposal[] {
  const { analysis, document, context } = draft;
  const inSchema = schemaPlaceAt(path, document);
  if (inSchema?.kind === 'value') return schemaValues(path, inSchema.keyword, document);
  if (inSchema !== null) return [];
  const role = roleOfValue(path);
  switch (role?.kind) {
    case 'task':
      return taskIds(draft, path);
    case 'use':
      return role.isPart ? longReference(analysis, path, context) : references(analysis, path, context);
    case 'action':
      return actions(analysis, path);
    case 'agentTool':
      return effectiveWorkflow(analysis)
        .tools.filter(({ id }) => id !== '')
        .map((tool) => ({ label: tool.id, kind: 'tool', detail: tool.use?.text ?? '', documentation: '' }));
    case 'import':
      return importPaths(analysis.path, role.list, context.files);
    case 'id':
      return role.of === 'memory' && path.length > 2 ? memoryIds(analysis) : [];
    default:
      return fieldValues(draft, path);
  }
}

function fieldValues({ analysis, document, context }: ValueDraft, path: Path): readonly ValueProposal[] {
  const [key, parent] = [path.at(-1), path.at(-2)];
  if (parent === 'use') return longReference(analysis, path, context);
  if (key === 'memory' && parent === 'config') return memoryIds(analysis);
  const described = describePath(path, document);
  const field = described ?? toolKeysAt({ analysis, document }, path.slice(0, -1)).find((each) => each.key === key);
  if (field === undefined) return [];
  if (field.kind === 'reference') return references(analysis, path, context);
  if (field.isSecret) return secrets(analysis, context);
  if (field.kind === 'duration') return durations(field);
  const words = field.enum ?? (field.type.includes('boolean') && field.kind !== 'expression' ? [true, false] : []);
  const fallback = field.default;
  return [...new Set([...words, ...(words.length === 0 ? samplesOf(field) : [])])].map((word) => ({
    label: String(word),
    isLiteral: typeof word !== 'string',
    kind: 'value',
    detail: word === fallback ? 'default' : '',
    documentation: '',
  }));
}

/** Known names and numbers of a field, not sentences. */
function samplesOf({ kind, examples, default: fallback }: FieldDescription): readonly (string | number)[] {
  if (kind === 'id' || kind === 'expression' || kind === 'code' || kind === 'schema') return [];
  return [fallback, ...examples].filter(
    (sample): sample is string | number =>
      typeof sample === 'number' || (typeof sample === 'string' && /^[\w.:/@-]+$/.test(sample)),
  );
}

const DURATIONS = ['500ms', '1s', '5s', '10s', '30s', '1m', '5m', '15m', '1h', '1d'];

function durations({ examples, default: fallback }: FieldDescription): Proposal[] {
  const known = [fallback, ...examples].filter((sample) => typeof sample === 'string');
  return [...new Set([...known, ...DURATIONS])].map((label) => ({
    label,
    kind: 'value',
    detail: label === fallback ? 'default' : '',
    documentation: '',
  }));
}

/** Secrets come from the environment. */
function secrets({ workflow }: Analysis, { variables }: CompletionContext): Proposal[] {
  const names = new Set([...(variables ?? []), ...(workflow.env?.keys() ?? [])]);
  return [...names].map((name) => ({
    label: `{{ env.${name} }}`,
    kind: 'value',
    detail: 'variable',
    documentation: '',
  }));
}

/**
 * Tasks that a handler may name are those next to its own (format.md 4), except in a parallel task; `start` names one at
 * the top. Those that a list already names are omitted, and the task itself comes last.
 */
function taskIds({ analysis, document }: ValueDraft, path: Path): Proposal[] {
  const own = nodeOfPath(analysis, path);
  const parent = own?.parent ?? null;
  const listed = typeof path.at(-1) === 'number' ? dataAt(document, path.slice(0, -1)) : null;
  const at = path.at(-1);
  const taken = Array.isArray(listed) ? listed.filter((_, index) => index !== at) : [];
  const container = parent === null ? undefined : analysis.graph.nodes.get(parent);
  const isParallel = runsTogether(container?.task.type);
  const beside = [...analysis.graph.nodes.values()].filter(
    (node) => node.parent === parent && node.task.id !== '' && !taken.includes(node.task.id) && !isParallel,
  );
  const items = beside
    .toSorted((a, b) => Number(a === own) - Number(b === own))
    .map(({ task }): Proposal => ({ label: task.id, kind: 'task', detail: task.name ?? task.type, documentation: '' }));
  if (own === null) return items;
  return [...items, { label: 'end', kind: 'value', detail: 'ends this branch', documentation: '' }];
}

function actions(analysis: Analysis, path: Path): Proposal[] {
  const workflow = effectiveWorkflow(analysis);
  const id = nodeOfPath(analysis, path)?.task.id;
  const task = id === undefined ? undefined : findTask(workflow, id);
  const use = task === undefined ? undefined : resolveUse(workflow, task);
  if (use?.kind !== 'agent') return [];
  return use.agent.actions.map((action) => ({
    label: action.id,
    kind: 'value',
    detail: `of ${use.agent.id}`,
    documentation: action.instructions,
  }));
}

function memoryIds({ workflow }: Analysis): Proposal[] {
  const memories = [workflow.memory, ...workflow.agents.map(({ memory }) => memory)];
  const ids = new Set(memories.flatMap((memory) => (memory === null || memory.id === '' ? [] : [memory.id])));
  return [...ids].map((label) => ({ label, kind: 'value', detail: 'memory', documentation: '' }));
}

/** Words that YAML would not read as text are quoted. */
function toScalar(label: string): string {
  const isPlain =
    /^[A-Za-z0-9_./][\w:/.@#-]*$/.test(label) &&
    !label.endsWith(':') &&
    !/^(?:null|true|false|\.|\d[\d.]*|0x[\da-f]+|\d[\d.]*e\d+)$/i.test(label);
  return isPlain ? label : JSON.stringify(label);
}

function escapeIn(quote: string | undefined, label: string): string {
  return quote === "'" ? label.replaceAll("'", "''") : JSON.stringify(label).slice(1, -1);
}
