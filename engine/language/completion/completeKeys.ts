import { effectiveWorkflow } from '../../graph/index.ts';
import { TASK_TYPES } from '../../model/index.ts';
import { describePath, propertiesAt, type SchemaProperty } from '../../schema/index.ts';
import type { CompletionItem, Proposal } from '../places/LanguageItem.ts';
import type { CursorPlace } from '../places/placeAt.ts';
import { describeType } from './completeBySchema.ts';
import { schemaKeys, schemaPlaceAt } from './completeSchema.ts';
import { type DocumentDraft, startOfItem, startOfTask, startOfValue, stop, toSnippet } from './startValue.ts';
import { type ToolKey, toolKeysAt } from './toolKeys.ts';

/**
 * The keys that the map at a place may still get: required ones first, then in the order of the format. In a new item of
 * a list whole items come before them.
 */
export function completeKeys(draft: DocumentDraft, place: CursorPlace): readonly CompletionItem[] {
  const { document } = draft;
  const inSchema = schemaPlaceAt(place.path, document);
  if (inSchema !== null) return inSchema.kind === 'schema' ? completeSchemaKeys(place) : [];
  const free = propertiesAt(place.path, document).filter((property) => !place.siblings.includes(property.key));
  const known = free
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
    .map((property) => ({
      ...toProposal(property),
      ...insertionOf(draft, place, property),
      range: place.typed,
    }));
  return [...newItems(draft, place), ...known, ...keysOfUse(draft, place, free)];
}

function insertionOf(
  draft: DocumentDraft,
  place: CursorPlace,
  property: SchemaProperty,
): Pick<CompletionItem, 'insertText' | 'stops'> {
  if (place.kind === 'key' && !place.isFlow) return { insertText: property.key };
  if (!place.isFlow) {
    // A single value is left open: its possible values are proposed next.
    const hasParts = ['object', 'array'].includes(property.type.join());
    const value = hasParts ? startOfValue(draft, [...place.path, property.key], property) : `: ${stop()}`;
    return toSnippet(property.key + value, place.column);
  }
  if (draft.analysis.syntax.text[place.typed.end] === ':') return { insertText: property.key };
  const [type, ...others] = property.type;
  const isMap = type === 'object' && others.length === 0;
  const isList = type === 'array' && others.length === 0;
  return toSnippet(`${property.key}: ${isMap ? `{ ${stop()} }` : isList ? `[${stop()}]` : stop()}`, 0);
}

function completeSchemaKeys(place: CursorPlace): CompletionItem[] {
  return schemaKeys(place.siblings).map((proposal) => ({
    ...proposal,
    ...toSnippet(
      place.kind === 'key' && !place.isFlow ? proposal.label : startOfKeyword(proposal.label, place),
      place.column,
    ),
    range: place.typed,
  }));
}

function startOfKeyword(keyword: string, { isFlow }: CursorPlace): string {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
    case '$defs':
      return isFlow ? `${keyword}: { ${stop()} }` : `${keyword}:\n  ${stop('name')}:\n    type: ${stop('string')}`;
    case 'items':
      return isFlow ? `items: { ${stop()} }` : `items:\n  type: ${stop('string')}`;
    case 'required':
    case 'enum':
    case 'examples':
      return `${keyword}: [${stop()}]`;
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'prefixItems':
      return isFlow ? `${keyword}: [${stop()}]` : `${keyword}:\n  - type: ${stop('string')}`;
    default:
      return `${keyword}: ${stop()}`;
  }
}

/** Whole new items, where a dash is alone: a task of each type, an agent, the tools an agent may get. */
function newItems(draft: DocumentDraft, place: CursorPlace): CompletionItem[] {
  const { analysis, document } = draft;
  const list = place.path.at(-2);
  const isNew =
    typeof place.path.at(-1) === 'number' && place.siblings.length === 0 && !place.isFlow && place.kind === 'open';
  if (!isNew || describePath(place.path, document)?.type.includes('object') !== true) return [];
  const item = (proposal: Proposal, marked: string): CompletionItem => ({
    ...proposal,
    ...toSnippet(marked, place.column),
    range: place.typed,
  });
  const snippet = (label: string, marked: string): CompletionItem =>
    item({ label, kind: 'snippet', detail: 'a new one', documentation: '' }, marked);
  if (list === 'tasks') return TASK_TYPES.map((type) => snippet(`${type} task`, startOfTask(analysis, type)));
  if (list === 'tools' && place.path[0] === 'agents')
    return effectiveWorkflow(analysis)
      .tools.filter(({ id }) => id !== '')
      .map(({ id, use }) => item({ label: id, kind: 'tool', detail: use?.text ?? '', documentation: '' }, `id: ${id}`));
  const word = typeof list === 'string' ? list.replace(/s$/, '') : 'item';
  return [snippet(word, startOfItem(draft, place.path))];
}

/** Keys that what runs there reads: the input of a tool in `with`, the settings of a built-in in `config`. */
function keysOfUse(draft: DocumentDraft, place: CursorPlace, known: readonly SchemaProperty[]): CompletionItem[] {
  return toolKeysAt(draft, place.path)
    .filter(({ key }) => !place.siblings.includes(key) && !known.some((property) => property.key === key))
    .map((property) => ({
      ...toProposal(property),
      ...(place.kind === 'key' && !place.isFlow
        ? { insertText: property.key }
        : toSnippet(`${property.key}: ${stop()}`, 0)),
      range: place.typed,
    }));
}

function toProposal(property: ToolKey): Proposal {
  const type = describeType(property);
  return {
    label: property.key,
    kind: 'key',
    detail: [type, property.isRequired ? 'required' : ''].filter((part) => part !== '').join(', '),
    documentation: property.description,
  };
}
