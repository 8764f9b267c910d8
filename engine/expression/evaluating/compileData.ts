import {
  assertNever,
  type Data,
  err,
  isDataMap,
  type Json,
  jsonObject,
  ok,
  type Result,
  toJson,
  toName,
} from '../../base/index.ts';
import { parseBareTemplate, parseTemplate } from '../parsing/parseTemplate.ts';
import type { Evaluation, ExpressionFailure, ExpressionReference, Scope } from '../tree/Expression.ts';
import type { Template } from '../tree/Template.ts';
import { Evaluator } from '../values/Evaluator.ts';
import { type Program, programOf, runTemplate, toFailure } from './runExpression.ts';

/** Authored data whose templates have been parsed: evaluate it as often as needed with {@link evaluateCompiled}. */
export type CompiledData =
  | { readonly kind: 'constant'; readonly value: Json }
  | WholeExpression
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'list'; readonly items: readonly CompiledData[] }
  | { readonly kind: 'map'; readonly first: MapEntry };

/** The usual template: one expression, whole. */
class WholeExpression {
  readonly kind = 'expression';
  /** Made by the first evaluation: what is only checked needs none. */
  program: Program | null = null;
  readonly source: string;
  readonly template: Template & { kind: 'expression' };

  constructor(template: Template & { kind: 'expression' }) {
    this.source = template.source;
    this.template = template;
  }
}

/** One entry of a map, which names the one after it: of thousands of maps that are evaluated in turn little is to be read. */
class MapEntry {
  readonly key: string;
  readonly value: CompiledData;
  readonly next: MapEntry | null;

  constructor(key: string, value: CompiledData, next: MapEntry | null) {
    this.key = key;
    this.value = value;
    this.next = next;
  }
}

export interface CompileOptions {
  /** Text without braces is an expression too: for `condition`, `items` and `filter`. Only for text at the top. */
  readonly bare?: boolean;
  /** Keys of the topmost map whose values stay as written, such as `code` of a JavaScript tool. */
  readonly verbatim?: readonly string[];
}

/** Parses every template in authored data, once; keys are never templates. Errors in templates show when it is evaluated. */
export function compileData(data: Data, options: CompileOptions = {}): CompiledData {
  if (typeof data === 'string') return compileText(data, options.bare === true);
  if (isDataMap(data)) return compileMap(data, options.verbatim ?? []);
  if (Array.isArray(data)) return compileList(data);
  return { kind: 'constant', value: data as Json };
}

function compileText(text: string, bare: boolean): CompiledData {
  const template = bare ? parseBareTemplate(text) : parseTemplate(text);
  if (template.errors.length > 0) return { kind: 'template', template };
  if (template.kind === 'literal') return { kind: 'constant', value: template.text };
  return template.kind === 'expression' ? new WholeExpression(template) : { kind: 'template', template };
}

function compileMap(data: ReadonlyMap<string, Data>, verbatim: readonly string[]): CompiledData {
  const entries = [...data].map(
    ([key, value]) =>
      [
        toName(key),
        verbatim.includes(key) ? ({ kind: 'constant', value: toJson(value) } as const) : compileData(value),
      ] as const,
  );
  const constants = entries.flatMap(([key, value]) => (value.kind === 'constant' ? [[key, value.value] as const] : []));
  if (constants.length === entries.length) return { kind: 'constant', value: jsonObject(constants) };
  let first: MapEntry | null = null;
  for (const [key, value] of entries.toReversed()) first = new MapEntry(key, value, first);
  return first === null ? { kind: 'constant', value: {} } : { kind: 'map', first };
}

function* entriesOf(first: MapEntry): Iterable<MapEntry> {
  for (let entry: MapEntry | null = first; entry !== null; entry = entry.next) yield entry;
}

function compileList(data: readonly Data[]): CompiledData {
  const items = data.map((item) => compileData(item));
  const constants = items.flatMap((item) => (item.kind === 'constant' ? [item.value] : []));
  return constants.length === items.length ? { kind: 'constant', value: constants } : { kind: 'list', items };
}

/**
 * Evaluates compiled data in a scope: a plain value with every template replaced by its own, in one pass. The first
 * template that fails ends it; the failure's `path` is its place in the data. The limits apply to each expression separately.
 */
export function evaluateCompiled(compiled: CompiledData, scope: Scope): Result<Evaluation, ExpressionFailure> {
  if (compiled.kind === 'constant') return ok({ value: compiled.value, missing: [] });
  const pass = new Pass(scope);
  try {
    return ok({ value: evaluateNode(compiled, pass), missing: pass.missing });
  } catch (error) {
    return err(toFailure(error, pass.source, pass.path()));
  }
}

/** One evaluation of data, and its position: for the message when it fails. */
class Pass extends Evaluator {
  /** The list or map that is being evaluated; null at the top. */
  place: DataPlace | null = null;
  /** The key in it, or in the list or map at the top; null where there is none. */
  key: string | number | null = null;
  source = '';

  path(): (string | number)[] {
    const path = this.key === null ? [] : [this.key];
    for (let at = this.place; at !== null; at = at.outer) path.unshift(at.key);
    return path;
  }
}

/** The place of a list or map: a key of its container. */
interface DataPlace {
  readonly outer: DataPlace | null;
  readonly key: string | number;
}

function evaluateNode(compiled: CompiledData, pass: Pass): Json {
  switch (compiled.kind) {
    case 'constant':
      return compiled.value;
    case 'expression':
      pass.source = compiled.source;
      pass.restart();
      compiled.program ??= programOf(compiled.template.expression);
      return compiled.program.evaluate(pass);
    case 'template':
      pass.source = compiled.template.source;
      return runTemplate(compiled.template, pass);
    case 'list':
      return compiled.items.map((item, index) => evaluateAt(item, index, pass));
    case 'map':
      return evaluateEntries(compiled.first, pass);
    default:
      return assertNever(compiled);
  }
}

function evaluateEntries(first: MapEntry, pass: Pass): Json {
  const map: Record<string, Json> = {};
  for (let entry: MapEntry | null = first; entry !== null; entry = entry.next) {
    const { key, value } = entry;
    // By assignment this key would set the prototype.
    if (key === '__proto__')
      return jsonObject(
        [...entriesOf(first)].map((each) => [each.key, evaluateAt(each.value, each.key, pass)] as const),
      );
    map[key] = evaluateAt(value, key, pass);
  }
  return map;
}

function evaluateAt(compiled: CompiledData, key: string | number, pass: Pass): Json {
  if (compiled.kind !== 'list' && compiled.kind !== 'map') {
    pass.key = key;
    return evaluateNode(compiled, pass);
  }
  const { place } = pass;
  pass.place = { outer: place, key };
  pass.key = null;
  const value = evaluateNode(compiled, pass);
  pass.place = place;
  return value;
}

/** One reference of a template in authored data; `at` leads to the text, and offsets are in that text. */
export interface LocatedReference extends ExpressionReference {
  readonly at: readonly (string | number)[];
}

/** Every reference of every template in authored data, in document order. Also of templates with errors, as far as they can be read. */
export function collectReferences(data: Data, options: CompileOptions = {}): readonly LocatedReference[] {
  return referencesOf(compileData(data, options));
}

/** As {@link collectReferences}, of data that is compiled already. */
export function referencesOf(data: CompiledData): readonly LocatedReference[] {
  const found: LocatedReference[] = [];
  const visit = (compiled: CompiledData, at: readonly (string | number)[]): void => {
    switch (compiled.kind) {
      case 'constant':
        return;
      case 'expression':
      case 'template':
        for (const expression of compiled.template.expressions)
          for (const reference of expression.references) found.push({ ...reference, at });
        return;
      case 'list':
        for (const [index, item] of compiled.items.entries()) visit(item, [...at, index]);
        return;
      case 'map':
        for (const { key, value } of entriesOf(compiled.first)) visit(value, [...at, key]);
    }
  };
  visit(data, []);
  return found;
}

/** Visits the references of data that is compiled already, in document order, wherever they are. */
export function visitReferences(data: CompiledData, visit: (reference: ExpressionReference) => void): void {
  switch (data.kind) {
    case 'constant':
      return;
    case 'expression':
    case 'template':
      for (const { references } of data.template.expressions) for (const reference of references) visit(reference);
      return;
    case 'list':
      for (const item of data.items) visitReferences(item, visit);
      return;
    case 'map':
      for (const { value } of entriesOf(data.first)) visitReferences(value, visit);
  }
}
