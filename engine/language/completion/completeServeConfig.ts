import { isJsonObject, type JsonObject, toData } from '../../base/index.ts';
import { configSchemaAt, isServeConfig, listTimeZones, rootsAt } from '../../serveConfig/index.ts';
import { expressionAt } from '../places/expressionAt.ts';
import type { CompletionContext, CompletionItem, Proposal } from '../places/LanguageItem.ts';
import { type CursorPlace, placeAt } from '../places/placeAt.ts';
import { describeType } from './describeField.ts';
import { keysOfSchema, type ToolKey } from './schemaKeys.ts';
import { stop, toSnippet } from './snippet.ts';

/** What may be written at an offset of `signalbox.serve.yaml`: its keys, their values, and what expressions there can read. */
export function completeServeConfig(
  text: string,
  offset: number,
  context: CompletionContext,
): readonly CompletionItem[] {
  const place = placeAt(text, offset);
  if (place === null) return [];
  const expression = expressionAt(text, offset);
  if (expression !== null) {
    const start = offset - (/[\w.]*$/.exec(text.slice(expression.start, offset))?.[0].length ?? 0);
    return rootsOf(place).map((proposal) => ({
      ...proposal,
      insertText: proposal.label,
      range: { start, end: offset },
    }));
  }
  const schema = configSchemaAt(place.path);
  if (schema === null) return [];
  const values = place.kind === 'key' ? [] : completeValues(place, schema, context);
  return place.kind === 'value' ? values : [...values, ...completeKeys(place, schema)];
}

function rootsOf({ path }: CursorPlace): Proposal[] {
  const members = rootsAt(path).flatMap((root) => (root === 'schedule' ? ['schedule.due', 'schedule.name'] : [root]));
  return members.map((label) => ({ label, kind: 'root', detail: '', documentation: '' }));
}

function completeKeys(place: CursorPlace, schema: JsonObject): CompletionItem[] {
  const known = keysOfSchema(toData(schema)).filter(({ key }) => !place.siblings.includes(key));
  const items = known
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
    .map(
      (field): CompletionItem => ({
        label: field.key,
        kind: 'key',
        detail: [describeType(field), field.isRequired ? 'required' : ''].filter((part) => part !== '').join(', '),
        documentation: field.description,
        ...toSnippet(place.kind === 'key' ? field.key : field.key + startOf(field, place), place.column),
        range: place.typed,
      }),
    );
  return [...newEntry(place, schema), ...items];
}

/** An entry with a name of the person's own, such as a schedule, with what it needs. */
function newEntry(place: CursorPlace, { additionalProperties: entry = null }: JsonObject): CompletionItem[] {
  if (!isJsonObject(entry) || place.isFlow || place.kind === 'key') return [];
  const required = keysOfSchema(toData(entry)).filter(({ isRequired }) => isRequired);
  if (required.length === 0) return [];
  const lines = required.map(({ key }) => `\n  ${key}: ${stop(SAMPLES.get(key)?.[0] ?? '')}`);
  const word = String(place.path[0]).replace(/s$/, '');
  return [
    {
      label: word,
      kind: 'snippet',
      detail: 'a new one',
      documentation: '',
      ...toSnippet(`${stop('name')}:${lines.join('')}`, place.column),
      range: place.typed,
    },
  ];
}

function startOf({ type }: ToolKey, { isFlow }: CursorPlace): string {
  const [only, ...others] = type;
  if (others.length > 0 || isFlow) return `: ${stop()}`;
  if (only === 'object') return `:\n  ${stop()}`;
  return only === 'array' ? `:\n  - ${stop()}` : `: ${stop()}`;
}

/** Values that are well-formed, to begin with. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['cron', ['"0 3 * * *"', '"0 9 * * 1-5"', '"*/15 * * * *"', '"0 0 1 * *"']],
  ['path', ['shop/orders']],
  ['wait', ['30s', '5m']],
  ['tolerance', ['5m']],
]);

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['"0 3 * * *"', 'each day at 3:00'],
  ['"0 9 * * 1-5"', 'on weekdays at 9:00'],
  ['"*/15 * * * *"', 'every 15 minutes'],
  ['"0 0 1 * *"', 'on the first of each month'],
]);

function completeValues({ path, typed }: CursorPlace, schema: JsonObject, context: CompletionContext) {
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  const words = Array.isArray(schema['enum']) ? schema['enum'].map(String) : listKnown(key, context);
  return words.map(
    (label): CompletionItem => ({
      label,
      kind: 'value',
      detail: label === schema['default'] ? 'default' : (MEANINGS.get(label) ?? ''),
      documentation: '',
      insertText: label,
      range: typed,
    }),
  );
}

/** What is known of values that are no words of the schema. */
function listKnown(key: string, { files, variables }: CompletionContext): readonly string[] {
  switch (key) {
    case 'workflow':
    case 'mcp':
      return [...(files?.keys() ?? [])].flatMap((file) =>
        file.endsWith('.yaml') && !isServeConfig(file) ? file.slice(0, -'.yaml'.length) : [],
      );
    case 'secret':
    case 'env':
      return variables ?? [];
    case 'time_zone':
      return listTimeZones();
    default:
      return SAMPLES.get(key) ?? [];
  }
}
