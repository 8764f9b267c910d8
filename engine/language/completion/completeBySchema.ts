import { isJsonObject, type JsonObject, toData } from '../../base/index.ts';
import type { FieldDescription, JsonType } from '../../schema/index.ts';
import type { Path } from '../../text/index.ts';
import type { CompletionItem, Proposal } from '../places/LanguageItem.ts';
import { type CursorPlace, placeAt } from '../places/placeAt.ts';
import { expressionAt } from '../places/referenceAt.ts';
import { stop, toSnippet } from './startValue.ts';
import { keysOfSchema, type ToolKey } from './toolKeys.ts';

/** What is known of a kind of file that is no workflow. */
export interface FileLanguage {
  /** What its schema says of a place. */
  readonly schemaAt: (path: Path) => JsonObject | null;
  /** What expressions at a place can read. */
  readonly rootsAt: (path: Path) => readonly string[];
  /** Values of a place, besides the words of its schema. */
  readonly valuesAt: (path: Path) => readonly KnownValue[];
  /** Keys of a map of the person's own names that are known by something else. */
  readonly keysAt: (path: Path) => readonly KnownValue[];
}

/** A value or a key to propose, with a few words next to it. */
export type KnownValue = Pick<Proposal, 'label' | 'kind' | 'detail'>;

/** What may be written at an offset of such a file: keys, their values, and what expressions there can read. */
export function completeBySchema(text: string, offset: number, language: FileLanguage): readonly CompletionItem[] {
  const place = placeAt(text, offset);
  if (place === null) return [];
  const expression = expressionAt(text, offset);
  if (expression !== null) {
    const start = offset - (/[\w.]*$/.exec(text.slice(expression.start, offset))?.[0].length ?? 0);
    return language.rootsAt(place.path).map((label) => ({
      label,
      kind: 'root',
      detail: '',
      documentation: '',
      insertText: label,
      range: { start, end: offset },
    }));
  }
  const schema = language.schemaAt(place.path);
  if (schema === null) return [];
  const values = place.kind === 'key' ? [] : completeValues(place, schema, language);
  return place.kind === 'value' ? values : [...values, ...completeKeys(place, schema, language)];
}

function completeKeys(place: CursorPlace, schema: JsonObject, { keysAt }: FileLanguage): CompletionItem[] {
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
  const named = keysAt(place.path).filter(({ label }) => !place.siblings.includes(label));
  return [...named.map((key) => toKey(key, place)), ...newEntry(place, schema), ...items];
}

function toKey(known: KnownValue, place: CursorPlace): CompletionItem {
  const text = place.kind === 'key' ? known.label : `${known.label}: ${stop()}`;
  return { ...known, documentation: '', ...toSnippet(text, place.column), range: place.typed };
}

/** An entry with a name of the person's own, such as a schedule, with what it needs. */
function newEntry(place: CursorPlace, { additionalProperties: entry = null }: JsonObject): CompletionItem[] {
  if (!isJsonObject(entry) || place.isFlow || place.kind === 'key') return [];
  const required = keysOfSchema(toData(entry)).filter(({ isRequired }) => isRequired);
  if (required.length === 0) return [];
  const lines = required.map(({ key }) => `\n  ${key}: ${stop(SAMPLES.get(key) ?? '')}`);
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

/** Values that are well-formed, to begin with. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['cron', '"0 3 * * *"'],
  ['path', 'shop/orders'],
]);

function startOf({ type }: ToolKey, { isFlow }: CursorPlace): string {
  const [only, ...others] = type;
  if (others.length > 0 || isFlow) return `: ${stop()}`;
  if (only === 'object') return `:\n  ${stop()}`;
  return only === 'array' ? `:\n  - ${stop()}` : `: ${stop()}`;
}

function completeValues({ path, typed }: CursorPlace, schema: JsonObject, { valuesAt }: FileLanguage) {
  const words = Array.isArray(schema['enum']) ? schema['enum'].map((word) => toValue(String(word))) : valuesAt(path);
  return words.map(
    (value): CompletionItem => ({
      ...value,
      detail: value.label === schema['default'] ? 'default' : value.detail,
      documentation: '',
      insertText: value.label,
      range: typed,
    }),
  );
}

/** A value that says all by itself. */
export function toValue(label: string, detail = ''): KnownValue {
  return { label, kind: 'value', detail };
}

const WORDS: Readonly<Record<JsonType, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  array: 'list',
  object: 'map',
  null: 'null',
};

/** The allowed values of a field, in a few words. */
export function describeType(field: FieldDescription): string {
  switch (field.kind) {
    case 'task':
      return 'task id';
    case 'duration':
      return 'duration';
    case 'expression':
      return 'expression';
    case 'schema':
      return 'JSON Schema';
    case 'secret':
      return 'secret';
    default:
      return field.enum === undefined ? field.type.map((type) => WORDS[type]).join(' or ') : field.enum.join(' | ');
  }
}

/** A field as Markdown: its key, what it takes, what it is for. */
export function describeField(key: string, field: FieldDescription, isRequired = false): string {
  const marks = [describeType(field), isRequired ? 'required' : ''].filter((mark) => mark !== '');
  const lines = [[`**${key}**`, ...marks].join(' · '), field.description];
  const facts = [
    rangeOf(field),
    'default' in field && field.default !== undefined ? `Default: \`${JSON.stringify(field.default)}\`.` : '',
    examplesOf(field),
  ].filter((fact) => fact !== '');
  if (facts.length > 0) lines.push(facts.join(' '));
  if (field.isSecret)
    lines.push('*A secret: masked wherever it shows. Take it from a variable instead of writing it here.*');
  if (field.isExtension) lines.push('*An addition of Signalbox to the format.*');
  return lines.filter((line) => line !== '').join('\n\n');
}

function rangeOf({ minimum, maximum }: FieldDescription): string {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `At least ${minimum}.`;
  return maximum === undefined ? '' : `At most ${maximum}.`;
}

function examplesOf({ examples }: FieldDescription): string {
  const short = examples.filter((example) => typeof example !== 'object').slice(0, 3);
  return short.length === 0 ? '' : `For example ${short.map((example) => `\`${String(example)}\``).join(', ')}.`;
}
