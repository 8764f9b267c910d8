import type { Analysis } from '../../graph/index.ts';
import { isServeConfig, isTestFile } from '../../model/index.ts';
import { pathAt, toNodeData } from '../../syntax/index.ts';
import type { CompletionContext, CompletionItem } from '../places/LanguageItem.ts';
import { taskOfPath } from '../places/nodeAt.ts';
import { placeAt } from '../places/placeAt.ts';
import { expressionAt, takesBareExpression } from '../places/referenceAt.ts';
import { completeExpression } from './completeExpression.ts';
import { completeKeys } from './completeKeys.ts';
import { completeRoutes } from './completeRoutes.ts';
import { completeServeConfig } from './completeServeConfig.ts';
import { completeTestFile } from './completeTestFile.ts';
import { completeValues } from './completeValues.ts';

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
