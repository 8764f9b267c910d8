import { isJsonObject, type Json, ownValue } from '../base/index.ts';
import { type ExpressionNode, evaluateTemplate, parseBareTemplate } from '../expression/index.ts';
import { findFunctionType } from './inferCall.ts';
import type { ShapeScope } from './rootShape.ts';

/** Functions whose result is another one each time: none of it is of the last run. */
const CHANGING: ReadonlySet<string> = new Set(['now', 'timestamp', 'uuid']);

/** Parameters of arrow functions by slot, with what they were for the first item. */
export type LastLocals = ReadonlyMap<number, Json>;

/**
 * What a part of an expression was in the last run, by the values its roots had then; undefined where that is not known.
 * `source` is the text that offsets of the node refer to. Parameters of arrow functions are read from `locals`.
 */
export function lastValue(
  node: ExpressionNode,
  from: { readonly source: string; readonly scope: ShapeScope; readonly locals: LastLocals },
): Json | undefined {
  const { scope, source, locals } = from;
  if (node.kind === 'local') return locals.get(node.slot);
  if (node.kind === 'member') {
    const object = lastValue(node.object, from);
    return object === undefined ? undefined : readKey(object, node.key);
  }
  const { lastValues } = scope.context;
  if (lastValues === undefined || node.kind === 'hole') return undefined;
  const task = scope.task?.id ?? null;
  if (node.kind === 'root') return lastValues(node.name, task);
  const template = parseBareTemplate(source.slice(node.start, node.end));
  const parts = template.expressions[0];
  if (template.kind !== 'expression' || parts === undefined || template.errors.length > 0) return undefined;
  if (parts.calls.some(({ name }) => CHANGING.has(name))) return undefined;
  let isKnown = true;
  const result = evaluateTemplate(template, {
    root: (name) => {
      const value = lastValues(name, task);
      isKnown &&= value !== undefined;
      return value;
    },
    now: () => 0,
    random: () => 0,
  });
  return result.ok && isKnown ? result.value.value : undefined;
}

function readKey(value: Json, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] as Json | undefined) : undefined;
  return isJsonObject(value) ? ownValue(value, String(key)) : undefined;
}

/** What the parameters of a call's arrow function were for its first item. */
export function firstLocals(
  call: Extract<ExpressionNode, { kind: 'call' }>,
  from: Parameters<typeof lastValue>[1],
): LastLocals {
  const [list] = call.args;
  const value = list === undefined ? undefined : lastValue(list, from);
  const types = findFunctionType(call.name)?.arrow ?? [];
  const locals = new Map(from.locals);
  if (!Array.isArray(value) || value.length === 0 || call.arrow === null) return locals;
  for (const [index, slot] of call.arrow.node.slots.entries()) {
    if (types[index] === 'item') locals.set(slot, value[0] as Json);
    if (types[index] === 'index') locals.set(slot, 0);
  }
  return locals;
}
