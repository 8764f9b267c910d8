import { type Data, isDataMap, isJsonObject, type Json, ownValue } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { configOf, givesInput, resolveUse, roleOf, traitsOf } from '../../model/index.ts';
import { builtInNamed, TOOL_DATA } from '../../tools/index.ts';
import { memberOf } from '../steps/memberOf.ts';

/** A value that is there once a task has ended. */
export interface ValueBefore {
  /** As an expression reads it: `tasks.fetch.output.body`. */
  readonly reference: string;
  /** What an input that takes it may be called. */
  readonly name: string;
  /** Its type in JSON Schema, where a built-in or an agent gives it. */
  readonly type?: string;
}

/** What a value is called that says nothing of itself. */
const PLAIN_NAME = 'data';

/**
 * The value that a step after this task is most likely after: its result, and of the response of a request the body. A task that only
 * chooses, waits, writes a log or passes its input on is looked through, to what came before it, and at last to the first
 * input of the workflow. So is one whose result is of another type than the one that is wanted. Null where nothing is there.
 */
export function valueBefore(analysis: Analysis, id: string, wanted?: string): ValueBefore | null {
  const { nodes } = analysis.graph;
  const seen = new Set<string>();
  let node = nodes.get(id);
  while (node !== undefined && !seen.has(node.id)) {
    seen.add(node.id);
    const own = resultOf(analysis, node);
    if (own !== null && mayBe(own, wanted)) return own;
    const before = sourceOf(analysis, node.id);
    if (before === undefined && node.parent !== null) {
      const entered = enteredWith(analysis, node.parent, wanted);
      return entered !== null && mayBe(entered, wanted) ? entered : null;
    }
    node = before;
  }
  return firstInput(analysis, wanted);
}

function mayBe({ type }: ValueBefore, wanted: string | undefined): boolean {
  return type === undefined || wanted === undefined || type === wanted;
}

/** What a task can read of the steps right before it, each value once, in the order in which they lead to it. */
export function valuesFor(analysis: Analysis, id: string): readonly ValueBefore[] {
  const { nodes, edges } = analysis.graph;
  const node = nodes.get(id);
  if (node === undefined) return [];
  const sources = edges.flatMap((edge) => (edge.target === id && leadsOn(edge.via) ? edge.source : []));
  const found =
    sources.length > 0
      ? sources.map(
          (source) =>
            (traitsOf(node.task.type).hasRoutes ? choiceBefore(analysis, source) : null) ??
            valueBefore(analysis, source),
        )
      : [node.parent === null ? valueBefore(analysis, '') : enteredWith(analysis, node.parent)];
  const own = outputOf(id);
  const read = found.flatMap((value) => (value === null || value.reference.startsWith(own) ? [] : [value]));
  return [...new Map(read.map((value) => [value.reference, value])).values()];
}

/** What the first task inside of a container has: the item of a collection, else what is there before the container. */
export function enteredWith(analysis: Analysis, container: string, wanted?: string): ValueBefore | null {
  const node = analysis.graph.nodes.get(container);
  if (node === undefined) return firstInput(analysis, wanted);
  if (traitsOf(node.task.type).children === 'item') return { reference: 'item', name: 'item' };
  const before = sourceOf(analysis, container);
  if (before !== undefined) return valueBefore(analysis, before.id, wanted);
  return node.parent === null ? firstInput(analysis, wanted) : enteredWith(analysis, node.parent, wanted);
}

/** The yes or no, or the choice, that a task gives: the answer of a person or a field of an agent's. Null where it gives none. */
export function choiceOf(analysis: Analysis, id: string): string | null {
  const task = analysis.graph.nodes.get(id)?.task;
  if (task === undefined) return null;
  const { signal = null, signalSchema = null } = configOf(task);
  const use = resolveUse(analysis.workflow, task);
  const [schema, base] =
    signal !== null
      ? [signalSchema, `${outputOf(id)}.signal.payload`]
      : [use.kind === 'agent' ? (use.action?.output ?? null) : null, outputOf(id)];
  const found = propertiesOf(schema).find(([, property]) => isChoice(property));
  return found === undefined ? null : `${base}${memberOf(found[0])}`;
}

function choiceBefore(analysis: Analysis, id: string): ValueBefore | null {
  const reference = choiceOf(analysis, id);
  return reference === null ? null : { reference, name: PLAIN_NAME };
}

/** The one task that leads to this one when all goes well, however often. */
function sourceOf({ graph }: Analysis, id: string): GraphNode | undefined {
  const sources = new Set(graph.edges.flatMap((edge) => (edge.target === id && leadsOn(edge.via) ? edge.source : [])));
  const [source] = sources;
  return sources.size === 1 && source !== undefined ? graph.nodes.get(source) : undefined;
}

/** Whether what an exit leads to comes after a success. */
export function leadsOn(via: string): boolean {
  return ['success', 'complete', 'route', 'sequence'].includes(roleOf(via));
}

function resultOf({ workflow }: Analysis, { id, task }: GraphNode): ValueBefore | null {
  if (task.isDisabled) return null;
  const { output } = traitsOf(task.type);
  if (output === 'choice' || output === 'verdict') return null;
  const reference = outputOf(id);
  const { mapping } = configOf(task);
  if (output === 'mapping' && isDataMap(mapping))
    return memberOfOnly(
      reference,
      [...mapping.keys()].map((key) => [key, null]),
    );
  if (output === 'items' || output === 'children') return { reference, name: PLAIN_NAME };
  const use = resolveUse(workflow, task);
  if (use.kind === 'none') return givesInput(task) && task.import === null ? null : { reference, name: PLAIN_NAME };
  if (use.kind === 'agent') return memberOfOnly(reference, propertiesOf(use.action?.output ?? null));
  const name =
    use.kind === 'core' ? use.name : use.kind === 'tool' && use.tool.use?.repo === 'core' ? use.tool.use.package : null;
  const tool = name === null ? undefined : builtInNamed(name);
  if (tool === undefined) return { reference, name: PLAIN_NAME };
  if (tool.givesInput === true) return null;
  const { gives } = TOOL_DATA[tool.name];
  if (gives === null) return null;
  if (gives === undefined) return { reference, name: PLAIN_NAME };
  const type = typeOfMember(tool.schema.output, gives);
  return { reference: `${reference}${memberOf(gives)}`, name: PLAIN_NAME, ...(type === null ? {} : { type }) };
}

/** A map with one key is that value; one with more is passed on as a whole. */
function memberOfOnly(reference: string, properties: readonly (readonly [string, Data])[]): ValueBefore {
  const [only, more] = properties;
  if (more !== undefined) return { reference, name: PLAIN_NAME, type: 'object' };
  if (only === undefined) return { reference, name: PLAIN_NAME };
  return { reference: `${reference}${memberOf(only[0])}`, name: toInputName(only[0]), ...typed(only[1]) };
}

function firstInput({ workflow }: Analysis, wanted?: string): ValueBefore | null {
  const inputs = propertiesOf(workflow.inputSchema).map(([key, property]) => ({
    reference: `workflow.input${memberOf(key)}`,
    name: toInputName(key),
    ...typed(property),
  }));
  return inputs.find((input) => mayBe(input, wanted)) ?? null;
}

function typed(property: Data): { readonly type?: string } {
  const type = isDataMap(property) ? property.get('type') : undefined;
  return typeof type === 'string' ? { type } : {};
}

function propertiesOf(schema: Data | null): readonly (readonly [string, Data])[] {
  const properties = isDataMap(schema) ? schema.get('properties') : undefined;
  return isDataMap(properties) ? [...properties] : [];
}

function isChoice(property: Data): boolean {
  return isDataMap(property) && (property.get('type') === 'boolean' || Array.isArray(property.get('enum')));
}

function outputOf(id: string): string {
  return `tasks${memberOf(id)}.output`;
}

function toInputName(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : PLAIN_NAME;
}

/** The one type that a schema of a built-in gives a member of an object; null where it gives none, or several. */
export function typeOfMember(schema: Json, key: string): string | null {
  const members = isJsonObject(schema) ? ownValue(schema, 'properties') : undefined;
  const member = members !== undefined && isJsonObject(members) ? ownValue(members, key) : undefined;
  const type = member !== undefined && isJsonObject(member) ? ownValue(member, 'type') : undefined;
  return typeof type === 'string' ? type : null;
}
