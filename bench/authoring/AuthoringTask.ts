import { isJsonObject, type Json, type JsonObject, ownValue, toJson } from '../../engine/base/index.ts';
import { parseSyntax, toNodeData } from '../../engine/syntax/index.ts';

/** A task of the bench: what somebody asks for, on which text, and how an answer is judged. */
export interface AuthoringTask {
  readonly name: string;
  readonly request: string;
  /** The name of the file that the request is about. */
  readonly path: string;
  readonly text: string;
  /** A test file that whoever answers does not see. */
  readonly tests: string;
  /** Changes, as `propose` takes them, that do what is asked. */
  readonly reference: readonly JsonObject[];
  /** An answer as it is often given, and what it is told. */
  readonly wrong: {
    readonly changes: readonly JsonObject[];
    /** The code of the finding that it gets. */
    readonly finding: string;
    /** What the finding, or its code described, says that leads on, where following its correction is not enough. */
    readonly leads: readonly string[];
  };
}

/** Reads a task; `textOf` gives a text that several tasks share. Throws for one that is not whole. */
export function readTask(name: string, source: string, textOf: (name: string) => string): AuthoringTask {
  const { root, errors } = parseSyntax(source);
  const value = root === null ? null : toJson(toNodeData(root));
  if (errors.length > 0 || !isJsonObject(value)) throw new Error(`${name}: ${errors[0]?.message ?? 'no map'}`);
  const wrong = ownValue(value, 'wrong') ?? null;
  if (!isJsonObject(wrong)) throw new Error(`${name}: wrong is missing`);
  const from = textIn(value, 'on', name);
  return {
    name,
    request: textIn(value, 'request', name),
    path: `${from}.yaml`,
    text: textOf(from),
    tests: textIn(value, 'tests', name),
    reference: changesIn(value, 'reference', name),
    wrong: {
      changes: changesIn(wrong, 'changes', name),
      finding: textIn(wrong, 'finding', name),
      leads: textsOf(ownValue(wrong, 'leads') ?? []),
    },
  };
}

function textIn(map: JsonObject, key: string, name: string): string {
  const value = ownValue(map, key);
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${name}: ${key} is no text`);
  return value;
}

function changesIn(map: JsonObject, key: string, name: string): readonly JsonObject[] {
  const value = ownValue(map, key);
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${name}: ${key} is no list`);
  return value.filter(isJsonObject);
}

function textsOf(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
