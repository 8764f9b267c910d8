import { type Data, isDataMap, ok } from '../base/index.ts';
import { propertiesAt } from '../schema/index.ts';
import { composeSteps, insertItem, renameKey, type Syntax, setValue, toNodeData } from '../syntax/index.ts';
import type { Path, TextEdit } from '../text/index.ts';
import { Conversion, valueAt } from './Conversion.ts';
import { commentKeys, convertAgent, convertTool } from './convertResources.ts';
import { convertTask } from './convertTask.ts';
import type { Around } from './convertUse.ts';
import { commentOut, inlineSchema, readSchemas } from './entries.ts';
import { type DocumentKind, kindOf } from './findDialect.ts';
import { move } from './moveEntry.ts';
import { convertTemplates, entriesAround } from './templates.ts';

/** A document of another format as one of this, and what was done for it. */
export interface ConvertedDocument {
  /** Smallest edits, sorted, against the text that was converted. */
  readonly edits: readonly TextEdit[];
  /** Each change as a sentence, and what is kept as a comment since it has no counterpart. */
  readonly notes: readonly string[];
}

/** A document is checked more than once: again when the variables around it change. */
const converted = new WeakMap<Syntax, ConvertedDocument>();

/**
 * Writes a document of Compozy, in its early or its later forms, as this format has it. Comments and all else stay as written. The
 * same syntax gives the same.
 */
export function convertDialect(syntax: Syntax): ConvertedDocument {
  let document = converted.get(syntax);
  if (document === undefined) {
    document = convert(syntax);
    converted.set(syntax, document);
  }
  return document;
}

function convert(syntax: Syntax): ConvertedDocument {
  const conversion = new Conversion(syntax);
  const data = toNodeData(syntax.root);
  const kind = kindOf(data);
  const around: Around = {
    schemas: readSchemas(data),
    defined: collectDefined(data),
    ids: collectIds(data),
    files: [],
    isAlone: kind === 'task',
  };
  convertExpressions(conversion, data);
  convertKind(conversion, kind, around);
  const trimmed = composeSteps(syntax, [() => ok(conversion.edits)]);
  return { edits: trimmed.ok ? trimmed.value : conversion.edits, notes: conversion.notes };
}

function convertKind(conversion: Conversion, kind: DocumentKind, around: Around): void {
  if (kind === 'task') return convertTask(conversion, [], around);
  if (kind === 'agent') return convertAgent(conversion, [], around.schemas);
  if (kind === 'tool') return convertTool(conversion, [], around.schemas);
  for (const path of conversion.items(['tools'])) convertTool(conversion, path, around.schemas);
  for (const path of conversion.items(['agents'])) convertAgent(conversion, path, around.schemas);
  for (const path of conversion.items(['tasks'])) convertTask(conversion, path, around);
  listFiles(conversion, around);
  return convertTop(conversion, around);
}

function collectDefined(data: Data): ReadonlySet<string> {
  return new Set(
    (['agent', 'tool'] as const).flatMap((kind) => {
      const list = valueAt(data, `${kind}s`);
      return (Array.isArray(list) ? list : []).flatMap((item: Data) => {
        const id = valueAt(item, 'id');
        return typeof id === 'string' ? [`${kind}:${id}`] : [];
      });
    }),
  );
}

function collectIds(data: Data): Set<string> {
  const ids = new Set<string>();
  const visit = (value: Data | undefined): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isDataMap(value)) return;
    const id = value.get('id');
    if (typeof id === 'string') ids.add(id);
    visit(value.get('tasks'));
    visit(value.get('task'));
  };
  visit(data);
  return ids;
}

/** Expressions first, while every path is the one that was written; what has no counterpart becomes a comment with its key. */
function convertExpressions(conversion: Conversion, data: Data): void {
  const names = collectNames(data, []);
  const { edits, notes, unknown } = convertTemplates(conversion.syntax, (root, path) => {
    const own = names.findLast(({ path: at }) => at.every((step, index) => step === path[index]))?.names.get(root);
    if (own !== undefined) return own;
    const isPassed = path[0] === 'tasks' && path[2] === 'with';
    return root === 'input' && isPassed ? 'workflow.input' : root;
  });
  const [first = 'Expressions were rewritten.', ...others] = notes;
  if (edits.length > 0 && conversion.change(first, () => ok(edits))) for (const note of others) conversion.note(note);
  // All are known before the first becomes a comment: from then on the others are elsewhere.
  const lost = entriesAround(conversion.syntax, unknown);
  for (const at of lost.toReversed()) {
    conversion.change(
      `“${at.join('.')}” holds a template without a counterpart. It is kept as a comment.`,
      commentOut(at),
    );
  }
}

interface Names {
  readonly path: Path;
  readonly names: ReadonlyMap<string, string>;
}

/** The names that collections give their item and its index, by the path of the collection. */
function collectNames(data: Data | undefined, path: Path): readonly Names[] {
  if (Array.isArray(data)) return data.flatMap((item: Data, index) => collectNames(item, [...path, index]));
  if (!isDataMap(data)) return [];
  const given = (['item', 'index'] as const).flatMap((name) => {
    const written = data.get(`${name}_var`);
    return typeof written === 'string' ? [[written, name] as const] : [];
  });
  const own = given.length === 0 ? [] : [{ path, names: new Map(given) }];
  return [...own, ...[...data].flatMap(([key, value]) => collectNames(value, [...path, key]))];
}

/** Definitions in files that tasks use are listed with an import. */
function listFiles(conversion: Conversion, { files }: Around): void {
  for (const { kind, id, file } of files) {
    const list = [`${kind}s`];
    const item = new Map([
      ['id', id],
      ['import', file],
    ]);
    const count = conversion.items(list).length;
    conversion.change(`The ${kind} “${id}” is imported from “${file}”.`, (syntax) =>
      conversion.has(list) ? insertItem(syntax, list, count, item) : setValue(syntax, list, [item]),
    );
  }
}

/** The keys of the document itself: the schema of its input, its variables; the rest becomes comments. */
function convertTop(conversion: Conversion, { schemas }: Around): void {
  inlineSchema(conversion, ['config', 'input'], schemas);
  moveTop(conversion, ['config', 'env'], ['env']);
  if (conversion.keys(['config']).join() === 'input' && !conversion.has(['schema'])) {
    conversion.change('“config.input” became “schema.input”.', (syntax) => renameKey(syntax, ['config'], 'schema'));
  }
  moveTop(conversion, ['config', 'input'], ['schema', 'input']);
  moveTop(conversion, ['trigger', 'input'], ['schema', 'input']);
  commentKeys(conversion, [], { what: 'The workflow', known: new Set(propertiesAt([]).map(({ key }) => key)) });
}

function moveTop(conversion: Conversion, from: Path, to: Path): void {
  if (!conversion.has(from) || conversion.has(to)) return;
  move(conversion, from, to, `“${from.join('.')}” became “${to.join('.')}”.`);
}
