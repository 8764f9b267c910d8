import { type Json, type JsonObject, jsonObject, toData } from '../../base/index.ts';
import { compileData, evaluateCompiled, isTruthy } from '../../expression/index.ts';

/** An exit that a task's type chose, which goes before its common handlers. */
export interface Choice {
  readonly handler: string;
  readonly route: JsonObject | null;
  readonly event: JsonObject;
}

/** Results that expressions read; those of an overlay fall through to its parent. */
export interface Store {
  readonly parent: Store | null;
  readonly tasks: Map<string, JsonObject>;
}

/** Where an expression of the model is evaluated. */
export interface Frame {
  readonly store: Store;
  readonly roots: JsonObject;
  input: Json;
  output: Json;
  error: Json;
  /** `tasks.<id>` of its task. */
  state: JsonObject;
}

/** A frame that knows nothing. */
export const NOTHING = { roots: {}, input: null, output: null, error: null, state: {} };

/** How an attempt failed. */
export class Failed extends Error {
  readonly code: string;
  readonly output: Json;
  readonly choice: Choice | null;

  constructor(code: string, output: Json = null, choice: Choice | null = null) {
    super(code);
    this.code = code;
    this.output = output;
    this.choice = choice;
  }
}

/** A value of the document in a frame. An expression that fails fails the task; so does one without a value if `isStrict`. */
export function readValue(frame: Frame, value: Json, isBare = false, isStrict = false): Json {
  const made = evaluateCompiled(compileOnce(value, isBare), {
    root: (name) => readRoot(frame, name),
    now: () => 0,
    random: () => 0,
  });
  if (!made.ok) throw new Failed(made.error.code);
  if (isStrict && made.value.missing.length > 0) throw new Failed('VALIDATION_ERROR');
  return made.value.value;
}

type Compiled = ReturnType<typeof compileData>;

const compiled = new WeakMap<object, Compiled>();
const compiledTexts = new Map<string, Compiled>();

function compileOnce(value: Json, isBare: boolean): Compiled {
  const known =
    typeof value === 'object' && value !== null ? compiled.get(value) : compiledTexts.get(`${isBare}${value}`);
  if (known !== undefined) return known;
  const made = compileData(toData(value), isBare ? { bare: true } : {});
  if (typeof value === 'object' && value !== null) compiled.set(value, made);
  else if (typeof value === 'string') compiledTexts.set(`${isBare}${value}`, made);
  return made;
}

/** Truth of a condition. */
export function isMet(value: Json): boolean {
  return isTruthy(value, { condition: true });
}

function readRoot(frame: Frame, name: string): Json | undefined {
  if (name === 'tasks') return allTasks(frame.store);
  if (name === 'input') return frame.input;
  if (name === 'output') return frame.output;
  if (name === 'error') return frame.error ?? frame.roots['cause'];
  return frame.roots[name];
}

function allTasks(store: Store): JsonObject {
  const above = store.parent === null ? {} : allTasks(store.parent);
  return jsonObject([...Object.entries(above), ...store.tasks]);
}

/** What a step answers with; how it failed where it did. */
export function attempt<T>(step: () => T): T | Failed {
  try {
    return step();
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
}
