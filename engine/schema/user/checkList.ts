import type { Findings } from './Finding.ts';
import type { SchemaNode } from './prepareSchema.ts';
import { type Checker, isList, isNode, type Keywords, type List, nodesOf, type Subject } from './Subject.ts';
import { hasTwins } from './sameValue.ts';

interface ListCheck {
  readonly checker: Checker;
  readonly found: Findings;
}

/** Checks a list against the keywords of arrays. */
export function checkList(node: Keywords, subject: Subject<List>, { checker, found }: ListCheck): void {
  const { value } = subject;
  const { maxItems, minItems, uniqueItems } = node;
  if (typeof maxItems === 'number' && value.length > maxItems) found.add('maxItems', maxItems);
  if (typeof minItems === 'number' && value.length < minItems) found.add('minItems', minItems);
  const rest = checkItems(node, subject, { checker, found });
  checkContains(node, subject, { checker, found });
  const { unevaluatedItems } = node;
  if (isNode(unevaluatedItems))
    for (let index = rest; index < value.length; index += 1) {
      if (subject.evaluated?.has(index) === true) continue;
      subject.evaluated?.add(index);
      found.addInside(checker.inside(unevaluatedItems, subject, index));
    }
  if (uniqueItems === true && hasTwins(value, checker.steps)) found.add('uniqueItems', true);
}

/** The index of the first item that no keyword has evaluated. */
function checkItems(node: Keywords, subject: Subject<List>, { checker, found }: ListCheck): number {
  const { value, evaluated } = subject;
  let index = 0;
  const look = (part: SchemaNode): void => {
    evaluated?.add(index);
    found.addInside(checker.inside(part, subject, index));
    index += 1;
  };
  const { prefixItems, items, additionalItems } = node;
  const lookAtEach = (parts: readonly SchemaNode[]): void => {
    while (index < Math.min(parts.length, value.length)) look(parts[index] ?? true);
  };
  lookAtEach(nodesOf(prefixItems));
  if (isList(items)) lookAtEach(nodesOf(items));
  else if (isNode(items)) while (index < value.length) look(items);
  if (items !== undefined && isNode(additionalItems)) while (index < value.length) look(additionalItems);
  return index;
}

function checkContains(node: Keywords, subject: Subject<List>, { checker, found }: ListCheck): void {
  const { contains, minContains, maxContains } = node;
  if (!isNode(contains)) return;
  let count = 0;
  for (let index = 0; index < subject.value.length; index += 1) {
    if (!checker.inside(contains, subject, index).isValid) continue;
    subject.evaluated?.add(index);
    count += 1;
  }
  if (typeof minContains !== 'number' && count === 0) found.add('contains', null);
  else if (typeof minContains === 'number' && count < minContains) found.add('minContains', minContains);
  else if (typeof maxContains === 'number' && count > maxContains) found.add('maxContains', maxContains);
}
