import type { FieldDescription, JsonType } from '../../schema/index.ts';

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
