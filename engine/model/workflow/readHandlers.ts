import { type Data, toName } from '../../base/index.ts';
import { followAlias, type SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type HandlerName, isHandlerName } from './exit.ts';
import { booleanIn, dataIn, type Fields, fieldsIn, readFields, type Setting, textOf } from './Fields.ts';

/** Where a transition leads. `next` lists task ids or `end`; empty when there is none. */
export interface Target {
  readonly next: readonly string[];
  readonly with: Data | null;
  readonly path: Path;
}

/** One entry of decision `routes` or `on_error.routes`, in document order. */
export interface Route extends Target {
  /** The scalar text of the key: `true`, `1`, `null`. */
  readonly key: string;
  readonly condition: Data | null;
}

export interface Handler extends Target {
  /** As written; a name that is no handler of the type is kept and reported by `check`. */
  readonly name: HandlerName;
  /** `on_error` only. */
  readonly condition: Data | null;
  /** `on_error` only; null when absent. */
  readonly routes: readonly Route[] | null;
  /** `on_error` only. */
  readonly retry: Setting<boolean> | null;
}

/** The handlers of a task in document order. A handler whose value is no map leads nowhere. */
export function readHandlers(task: Fields): readonly Handler[] {
  const handlers: Handler[] = [];
  for (const key of task.entries.keys()) {
    if (!isHandlerName(key)) continue;
    const fields = fieldsIn(task, key);
    const isError = key === 'on_error';
    handlers.push({
      name: key,
      next: readNext(fields?.entries.get('next')),
      with: dataIn(fields, 'with') ?? null,
      path: [...task.path, key],
      condition: isError ? (dataIn(fields, 'condition') ?? null) : null,
      routes: isError ? readRoutes(fields) : null,
      retry: isError ? booleanIn(fields, 'retry') : null,
    });
  }
  return handlers;
}

/** The entries of `routes` in document order; null when there is no such map. */
export function readRoutes(fields: Fields | null): readonly Route[] | null {
  const routes = fieldsIn(fields, 'routes');
  if (routes === null) return null;
  return [...routes.entries].map(([key, node]) => {
    const path = [...routes.path, key];
    return { ...readTarget(node, path), key, condition: dataIn(readFields(node, path), 'condition') ?? null };
  });
}

/** A target: `{next, with}`, a task id alone, or a list of ids. */
export function readTarget(node: SyntaxNode | null | undefined, path: Path): Target {
  const fields = readFields(node, path);
  if (fields === null) return { next: readNext(node), with: null, path };
  return { next: readNext(fields.entries.get('next')), with: dataIn(fields, 'with') ?? null, path };
}

/** `next` as a list of ids; blanks and what is no text are omitted, and so is an id named twice. */
function readNext(node: SyntaxNode | null | undefined): readonly string[] {
  const resolved = followAlias(node ?? null);
  const nodes = resolved?.kind === 'list' ? resolved.items.map((item) => item.value) : [resolved];
  const ids = nodes.map(textOf).filter((id): id is string => id !== null && id !== '');
  return [...new Set(ids.map(toName))];
}
