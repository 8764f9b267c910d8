import { assertNever, toData } from '../base/index.ts';
import {
  type Action,
  type Agent,
  childrenOf,
  configOf,
  resolveUse,
  type Task,
  type Tool,
  traitsOf,
} from '../model/index.ts';
import { builtInNamed } from '../tools/index.ts';
import { intersectShapes } from './combineShapes.ts';
import type { KnownValues } from './KnownValues.ts';
import { ANY, BOOLEAN, describe, listOf, mapOf, NUMBER, oneOf, orNull, type Shape, TEXT } from './Shape.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';

/** What a task gives after success: its input where it is disabled, else by its type, and by the schemas of what it uses (format.md 3 to 5). */
export function outputShape(known: KnownValues, task: Task): Shape {
  if (task.isDisabled) return known.input(task, 'whole');
  const { output } = traitsOf(task.type);
  switch (output) {
    case 'choice':
      return choiceShape(known, task);
    case 'verdict':
      return mapOf({
        satisfied: BOOLEAN,
        checks: describe(NUMBER, 'How many checks were made.'),
        waited: describe(NUMBER, 'Milliseconds.'),
        value: () => describe(awaitedShape(known, task), 'What the condition gave last.'),
        signal: orNull(signalShape('The signal that satisfied it.', task)),
      });
    case 'mapping':
      return mappingShape(known, task);
    case 'items':
      return itemsShape(known, task);
    case 'children':
      return childrenOf(task).length > 0 ? childrenShape(known, task) : useShape(known, task);
    case 'result':
      return useShape(known, task);
    default:
      return assertNever(output);
  }
}

/** A signal as a wait sees it: what comes with it has the form that the task asks for. */
export function signalShape(description: string, task: Task | null): Shape {
  const { signal = null, signalSchema = null } = task === null ? {} : configOf(task);
  const payload = signal === null || signalSchema === null ? ANY : shapeOfSchema(signalSchema);
  return mapOf({ name: TEXT, payload: describe(payload, 'What was sent with the signal.') }, description);
}

/** What a wait looks at: what came with its signal, what its condition gives, or its probe. Null before it was looked at. */
function awaitedShape(known: KnownValues, task: Task): Shape {
  const { condition = null, signal = null } = configOf(task);
  if (signal !== null) return orNull(signalShape('', task).members?.get('payload')?.() ?? ANY);
  if (condition !== null) return orNull(conditionShape(known, task));
  return task.use === null ? ANY : orNull(useShape(known, task));
}

/** What the condition of a task with routes gives; without one it is true. */
export function conditionShape(known: KnownValues, task: Task): Shape {
  const { condition = null } = configOf(task);
  if (condition === null) return BOOLEAN;
  return known.data(condition, { task, inside: ['config', 'condition'] }, { bare: true });
}

function choiceShape(known: KnownValues, task: Task): Shape {
  const keys = (configOf(task).routes ?? []).map(({ key }) => key);
  return mapOf({
    value: () => describe(conditionShape(known, task), 'What the condition gave.'),
    route: describe(orNull(oneOf([...new Set([...keys, 'default'])])), 'The key of the route that was taken.'),
    matched: BOOLEAN,
  });
}

function mappingShape(known: KnownValues, task: Task): Shape {
  const { mapping, validateSchema, strictMode } = configOf(task);
  const isChecked = validateSchema?.kind === 'value' && validateSchema.value;
  if (mapping === undefined)
    return task.outputSchema === null ? useShape(known, task) : shapeOfSchema(task.outputSchema);
  const made = known.data(mapping, { task, inside: ['config', 'mapping'] });
  if (!isChecked || task.outputSchema === null) return made;
  const schema = shapeOfSchema(task.outputSchema);
  const isStrict = strictMode?.kind === 'value' && strictMode.value;
  if (isStrict) return intersectShapes(made, schema, 'stays missing');
  // Types are converted to those of the schema.
  return { ...schema, members: new Map([...(made.members ?? []), ...(schema.members ?? [])]) };
}

function itemsShape(known: KnownValues, task: Task): Shape {
  const { continueOnError } = configOf(task);
  const children = childrenOf(task);
  const [only] = children;
  const item = (): Shape => {
    if (only === undefined) return useShape(known, task);
    return children.length === 1 ? orNull(known.output(only)) : childrenShape(known, task);
  };
  const stops = continueOnError?.kind === 'value' && !continueOnError.value;
  return listOf(() => (stops ? item() : orNull(item())));
}

/** Children that failed or never ran are null. */
function childrenShape(known: KnownValues, task: Task): Shape {
  const children = childrenOf(task).filter(({ id }) => id !== '');
  return mapOf(Object.fromEntries(children.map((child) => [child.id, () => orNull(known.output(child))])));
}

/** What the task's own `use` gives; without one its input. */
export function useShape(known: KnownValues, task: Task): Shape {
  const use = resolveUse(known.workflow, task);
  switch (use.kind) {
    case 'agent':
      return answerShape(use.agent, use.action);
    case 'tool':
      return resultShape(use.tool);
    case 'core':
      return builtInNamed(use.name)?.givesInput === true ? ownInput(known, task) : builtInShape(use.name);
    case 'none':
      return task.import === null ? ownInput(known, task) : ANY;
    case 'mcp':
    case 'unresolved':
      return ANY;
    default:
      return assertNever(use);
  }
}

/** What a task is given, where that is also what it gives; that of an item is not known here. */
function ownInput(known: KnownValues, task: Task): Shape {
  return traitsOf(task.type).children === 'item' ? ANY : known.input(task, 'whole');
}

/** What an agent's action answers: by its schema, else text. */
export function answerShape(agent: Agent, action: Action | null): Shape {
  if (action === null || action.output === null) return agent.import === null && action !== null ? TEXT : ANY;
  return shapeOfSchema(action.output);
}

/** What a tool answers: by its schema, else as the built-in it runs; a schema that asks for any map says less than that. */
export function resultShape(tool: Tool): Shape {
  const builtIn = tool.use?.repo === 'core' ? builtInShape(tool.use.package) : ANY;
  if (tool.schema.output === null) return builtIn;
  const own = shapeOfSchema(tool.schema.output);
  const isAnyMap =
    own.kinds === null || (own.kinds.length === 1 && own.kinds[0] === 'map' && own.members === undefined);
  return isAnyMap && own.others === undefined && builtIn.kinds !== null ? builtIn : own;
}

const shapes = new Map<string, Shape>();

/** What a built-in answers, by the schema of its output; anything where there is no such built-in. */
function builtInShape(name: string): Shape {
  const known = shapes.get(name);
  const tool = known === undefined ? builtInNamed(name) : undefined;
  if (tool === undefined) return known ?? ANY;
  const shape = shapeOfSchema(toData(tool.schema.output));
  shapes.set(name, shape);
  return shape;
}
