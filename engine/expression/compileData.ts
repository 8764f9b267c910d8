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
} from '../base/index.ts';
import { Evaluator } from './Evaluator.ts';
import type { Evaluation, ExpressionFailure, ExpressionReference, Scope } from './Expression.ts';
import { runTemplate } from './evaluateTemplate.ts';
import { parseBareTemplate, parseTemplate } from './parseTemplate.ts';
import { toFailure } from './runExpression.ts';
import type { Template } from './Template.ts';

/** Authored data whose templates have been parsed: evaluate it as often as needed with {@link evaluateCompiled}. */
export type CompiledData =
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'list'; readonly items: readonly CompiledData[] }
  | { readonly kind: 'map'; readonly entries: MapEntries };

type MapEntries = readonly (readonly [string, CompiledData])[];

export interface CompileOptions {
  /** Text without braces is an expression too: for `condition`, `items` and `filter`. Only for text at the top. */
  readonly bare?: boolean;
  /** Keys of the topmost map whose values stay as they stand, such as `code` of a JavaScript tool. */
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
  return template.kind === 'literal' && template.errors.length === 0
    ? { kind: 'constant', value: template.text }
    : { kind: 'template', template };
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
  return constants.length === entries.length
    ? { kind: 'constant', value: jsonObject(constants) }
    : { kind: 'map', entries };
}

function compileList(data: readonly Data[]): CompiledData {
  const items = data.map((item) => compileData(item));
  const constants = items.flatMap((item) => (item.kind === 'constant' ? [item.value] : []));
  return constants.length === items.length ? { kind: 'constant', value: constants } : { kind: 'list', items };
}

/**
 * Evaluates compiled data in a scope: a plain value with every template replaced by its own, in one pass. The first
 * template that fails ends it; the failure's `path` says where in the data it stands. Each expression has the limits to itself.
 */
export function evaluateCompiled(compiled: CompiledData, scope: Scope): Result<Evaluation, ExpressionFailure> {
  if (compiled.kind === 'constant') return ok({ value: compiled.value, missing: [] });
  const pass: Pass = { evaluator: new Evaluator(scope), place: null, source: '' };
  try {
    return ok({ value: evaluateNode(compiled, pass), missing: pass.evaluator.missing });
  } catch (error) {
    return err(toFailure(error, pass.source, toPath(pass.place)));
  }
}

/** One evaluation of data, and where it stands: for what it says when it fails. */
interface Pass {
  readonly evaluator: Evaluator;
  /** Null at the top. */
  place: Place | null;
  source: string;
}

/** Where a value stands: under a key of what stands further out. */
interface Place {
  readonly outer: Place | null;
  readonly key: string | number;
}

function toPath(place: Place | null): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== null; at = at.outer) path.unshift(at.key);
  return path;
}

function evaluateNode(compiled: CompiledData, pass: Pass): Json {
  switch (compiled.kind) {
    case 'constant':
      return compiled.value;
    case 'template':
      pass.source = compiled.template.source;
      return runTemplate(compiled.template, pass.evaluator);
    case 'list':
      return compiled.items.map((item, index) => evaluateAt(item, index, pass));
    case 'map':
      return evaluateEntries(compiled.entries, pass);
    default:
      return assertNever(compiled);
  }
}

function evaluateEntries(entries: MapEntries, pass: Pass): Json {
  const map: Record<string, Json> = {};
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry === undefined) break;
    // By assignment this key would set the prototype.
    if (entry[0] === '__proto__')
      return jsonObject(entries.map(([key, value]) => [key, evaluateAt(value, key, pass)] as const));
    map[entry[0]] = evaluateAt(entry[1], entry[0], pass);
  }
  return map;
}

function evaluateAt(compiled: CompiledData, key: string | number, pass: Pass): Json {
  if (compiled.kind === 'constant') return compiled.value;
  const outer = pass.place;
  pass.place = { outer, key };
  const value = evaluateNode(compiled, pass);
  pass.place = outer;
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
      case 'template':
        for (const expression of compiled.template.expressions)
          for (const reference of expression.references) found.push({ ...reference, at });
        return;
      case 'list':
        for (const [index, item] of compiled.items.entries()) visit(item, [...at, index]);
        return;
      case 'map':
        for (const [key, value] of compiled.entries) visit(value, [...at, key]);
    }
  };
  visit(data, []);
  return found;
}

/** Visits the references of data that is compiled already, in document order, wherever they stand. */
export function visitReferences(data: CompiledData, visit: (reference: ExpressionReference) => void): void {
  switch (data.kind) {
    case 'constant':
      return;
    case 'template':
      for (const { references } of data.template.expressions) for (const reference of references) visit(reference);
      return;
    case 'list':
      for (const item of data.items) visitReferences(item, visit);
      return;
    case 'map':
      for (const [, value] of data.entries) visitReferences(value, visit);
  }
}
