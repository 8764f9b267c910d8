import type { Data } from '../base/index.ts';
import { propertiesAt, type SchemaProperty } from '../schema/index.ts';
import { describeType } from './describeField.ts';
import type { CompletionItem } from './LanguageItem.ts';
import type { Place } from './placeAt.ts';

/** The keys that the map at a place may still get: required ones first, then in the order of the format. */
export function completeKeys(place: Place, document: Data): readonly CompletionItem[] {
  const free = propertiesAt(place.path, document).filter((property) => !place.siblings.includes(property.key));
  return free
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
    .map((property) => ({
      label: property.key,
      kind: 'key',
      detail: property.isRequired ? `${describeType(property)}, required` : describeType(property),
      documentation: property.description,
      insertText: place.kind === 'key' && !place.isFlow ? property.key : property.key + startOfValue(property, place),
      range: place.typed,
    }));
}

/** What follows a new key: a nested map or list begins on the next line. */
function startOfValue(property: SchemaProperty, place: Place): string {
  const inner = `\n${' '.repeat(place.column + 2)}`;
  const [type, ...others] = property.type;
  if (place.isFlow || others.length > 0) return ': ';
  if (type === 'object') return `:${inner}`;
  return type === 'array' ? `:${inner}- ` : ': ';
}
