import type { Analysis } from '../../graph/index.ts';
import { isServeConfig, isTestFile } from '../../model/index.ts';
import { pathAt, toNodeData } from '../../syntax/index.ts';
import { inferData, typeScope } from '../../types/index.ts';
import type { CompletionContext, CompletionItem, Proposal } from '../places/LanguageItem.ts';
import { nodeOfPath, taskOfPath } from '../places/nodeAt.ts';
import { type CursorPlace, placeAt } from '../places/placeAt.ts';
import { expressionAt, takesBareExpression } from '../places/referenceAt.ts';
import { completeExpression } from './completeExpression.ts';
import { completeKeys } from './completeKeys.ts';
import { dataAt } from './completeSchema.ts';
import { completeServeConfig, completeTestFile } from './completeTestFile.ts';
import { completeValues, type ValueDraft } from './completeValues.ts';
import { stop, toSnippet } from './startValue.ts';

/**
 * What may be written at an offset, best first: inside `{{ }}` roots, functions and keys of what is known; else the keys
 * of the map and the values of the field that the cursor is in. Works in text that cannot be parsed yet.
 */
export function completionsAt(
  analysis: Analysis,
  offset: number,
  context: CompletionContext = {},
): readonly CompletionItem[] {
  const { syntax } = analysis;
  if (isServeConfig(analysis.path)) return completeServeConfig(syntax.text, offset, context);
  if (isTestFile(analysis.path)) return completeTestFile(analysis, offset, context);
  const place = placeAt(syntax.text, offset);
  const expression = expressionAt(syntax.text, offset);
  if (expression !== null) {
    const path = place?.path ?? pathAt(syntax, offset);
    return completeExpression({ analysis, task: taskOfPath(analysis, path), path, context }, expression.start, offset);
  }
  if (place === null) return [];
  const draft = { analysis, document: toNodeData(syntax.root), context };
  switch (place.kind) {
    case 'key':
      return [...completeKeys(draft, place), ...completeRoutes(draft, place)];
    case 'open':
      return [...completeValues(draft, place), ...completeKeys(draft, place), ...completeRoutes(draft, place)];
    default: {
      const values = completeValues(draft, place);
      if (!takesBareExpression(place.path)) return values;
      return completeExpression(
        { analysis, task: taskOfPath(analysis, place.path), path: place.path, context },
        place.typed.start,
        offset,
      );
    }
  }
}

/** Names of routes: error codes for an error handler, for a decision the values its condition is known to have. */
function completeRoutes(draft: ValueDraft, place: CursorPlace): readonly CompletionItem[] {
  const { path, siblings, typed } = place;
  if (path.at(-1) !== 'routes') return [];
  const owner = path.at(-2);
  const names = owner === 'on_error' ? errorCodes() : owner === 'config' ? valuesOfCondition(draft, place) : [];
  return names
    .filter(({ label }) => !siblings.includes(label))
    .map((proposal) => {
      const key = /^[A-Za-z_][\w-]*$/.test(proposal.label) ? proposal.label : JSON.stringify(proposal.label);
      const isNew = place.kind !== 'key' || place.isFlow;
      return { ...proposal, ...(isNew ? toSnippet(`${key}: ${stop()}`, 0) : { insertText: key }), range: typed };
    });
}

function errorCodes(): readonly Proposal[] {
  return ERROR_CODES.map((label) => ({
    label,
    kind: 'key',
    detail: label === 'default' ? 'every other error' : 'error code',
    documentation: '',
  }));
}

function valuesOfCondition({ analysis, document, context }: ValueDraft, { path }: CursorPlace): readonly Proposal[] {
  const at = [...path.slice(0, -1), 'condition'];
  const condition = dataAt(document, at);
  if (condition === undefined) return [];
  const task = nodeOfPath(analysis, path)?.task ?? null;
  const shape = inferData(condition, typeScope({ analysis, task, path: at, context }), { bare: true });
  const isBoolean = shape.kinds?.length === 1 && shape.kinds[0] === 'boolean';
  const values = shape.values ?? (isBoolean ? [true, false] : []);
  return values.map((value) => ({
    label: String(value),
    kind: 'key',
    detail: 'a value of the condition',
    documentation: '',
  }));
}

/** The codes an error handler may route by (format.md 6). */
const ERROR_CODES = [
  'TIMEOUT_ERROR',
  'VALIDATION_ERROR',
  'EXECUTION_ERROR',
  'COMMUNICATION_ERROR',
  'RATE_LIMIT_ERROR',
  'PROVIDER_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'EXPRESSION_ERROR',
  'CONFIGURATION_ERROR',
  'REFERENCE_ERROR',
  'IMPORT_ERROR',
  'ROUTING_ERROR',
  'MEMORY_ERROR',
  'LIMIT_ERROR',
  'default',
];
