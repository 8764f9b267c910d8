import { assertNever, type Data, isDataMap, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { renameKey } from '../../syntax/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { readField } from '../find/readField.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, hasEntry, removePath, type Step, setAt } from '../steps/editFile.ts';
import { moveEntry } from '../steps/moveEntry.ts';

/** What is done to a property of a JSON Schema. */
export type SchemaChange =
  /** A text by this name, as the last one. */
  | { readonly type: 'add'; readonly name: string }
  | { readonly type: 'rename'; readonly name: string; readonly to: string }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'require'; readonly name: string; readonly isRequired: boolean }
  /** Its place among the others, counted from 0 without itself. */
  | { readonly type: 'move'; readonly name: string; readonly index: number };

/** A JSON Schema in the document, which need not be there yet, and what is done to it. */
export interface SchemaEdit {
  readonly path: Path;
  readonly change: SchemaChange;
}

/**
 * Changes the properties of a JSON Schema: `required` follows what is renamed and removed, all else stays as it is written,
 * expressions that read a property too. Refused where there is no such property, and where a name is taken or empty.
 */
export function editSchema(analysis: Analysis, { path, change }: SchemaEdit): Result<Transaction, Refusal> {
  const broken = findSyntaxRefusal(analysis);
  if (broken) return broken;
  const schema = readField(analysis.syntax, path);
  const properties = isDataMap(schema) ? schema.get('properties') : undefined;
  const has = (name: string) => isDataMap(properties) && properties.has(name);
  if (change.type !== 'add' && !has(change.name))
    return refuse('UNKNOWN_FIELD', change.name, `There is no “${change.name}” here any more.`);
  const given = change.type === 'add' ? change.name : change.type === 'rename' ? change.to : null;
  if (given?.trim() === '') return refuse('INVALID_KEY', given, 'A name needs at least one character.');
  const isSame = change.type === 'rename' && change.to === change.name;
  if (given !== null && has(given) && !isSame)
    return refuse('DUPLICATE_KEY', given, `There is already a “${given}” here. Choose another name.`);
  const origin = `editSchema:${path.join('.')}:${change.type}:${change.name}`;
  return editFile(analysis, { origin, steps: isSame ? [] : schemaSteps(path, schema, change) });
}

/** The steps of a change that is not refused. `schema` is what is at the path. */
export function schemaSteps(path: Path, schema: Data | undefined, change: SchemaChange): readonly Step[] {
  const property = [...path, 'properties', change.name];
  const required = readRequired(schema);
  switch (change.type) {
    case 'add': {
      const isTyped = isDataMap(schema) && (schema.has('type') || schema.has('properties'));
      const typed = isTyped ? [] : [setAt([...path, 'type'], 'object')];
      return [...typed, setAt(property, new Map([['type', 'string']]))];
    }
    case 'rename':
      return [
        (syntax) => renameKey(syntax, property, change.to),
        ...required.flatMap((name, index) =>
          name === change.name ? [setAt([...path, 'required', index], change.to)] : [],
        ),
      ];
    case 'remove':
      return [without(path, required, change.name), keepMap(path, property)];
    case 'require':
      if (!change.isRequired) return [without(path, required, change.name)];
      return required.includes(change.name) ? [] : [setAt([...path, 'required'], [...required, change.name])];
    case 'move':
      return [moveEntry(property, change.index)];
    default:
      return assertNever(change);
  }
}

function readRequired(schema: Data | undefined): readonly Data[] {
  const required = isDataMap(schema) ? schema.get('required') : undefined;
  return Array.isArray(required) ? required : [];
}

/** Takes a name from the required ones; an empty list goes. */
function without(path: Path, required: readonly Data[], name: string): Step {
  const left = required.filter((other) => other !== name);
  const list = [...path, 'required'];
  if (left.length === required.length) return () => ({ ok: true, value: [] });
  return left.length === 0 ? removePath(list) : setAt(list, left);
}

/** Removes a property; a schema that held nothing else is still there. */
function keepMap(path: Path, property: Path): Step {
  return (syntax) => {
    const schema = readField(syntax, path);
    const properties = isDataMap(schema) ? schema.get('properties') : undefined;
    const isLast = isDataMap(schema) && schema.size === 1 && isDataMap(properties) && properties.size === 1;
    if (isLast) return setAt(path, new Map([['type', 'object']]))(syntax);
    return hasEntry(syntax, property) ? removePath(property)(syntax) : { ok: true, value: [] };
  };
}
