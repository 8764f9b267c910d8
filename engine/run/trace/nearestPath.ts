import { findClosest, isJsonObject, type Json, ownValue } from '../../base/index.ts';
import type { RunView } from './RunView.ts';

/** What paths of a run lead into: its input and the outputs of its tasks, by id. A view of a run is that. */
export interface KnownValues {
  readonly input: Json;
  readonly tasks: ReadonlyMap<string, { readonly output: Json }>;
}

/** One step of a path as it is written: a name, a key in brackets, or a place in a list. */
const STEP = /\??\.?([\w$-]+)|\??\.?\[(?:(\d+)|"([^"\\]*)"|'([^'\\]*)')\]/y;

/**
 * The path that one without a value most likely means: the same with the first key that is not there replaced by the closest
 * one that is. Null where none is near, and for paths that lead neither into the input nor into an output.
 * @param path as a warning of the run names it, such as `tasks.fetch.output.custmer.name`
 */
export function nearestPath(path: string, { input, tasks }: KnownValues): string | null {
  const steps = readSteps(path);
  let value: Json | undefined = input;
  let from = 1;
  if (steps?.[0]?.key === 'tasks' && steps[2]?.key === 'output') {
    value = tasks.get(steps[1]?.key ?? '')?.output;
    from = 3;
  } else if (steps?.[0]?.key !== 'input') return null;
  for (const { key, start, end } of steps.slice(from)) {
    const next: Json | undefined = Array.isArray(value)
      ? value[Number(key)]
      : isJsonObject(value)
        ? ownValue(value, key)
        : undefined;
    if (next === undefined) {
      const near = isJsonObject(value) ? findClosest(key, Object.keys(value)) : undefined;
      return near === undefined ? null : `${path.slice(0, start)}${near}${path.slice(end)}`;
    }
    value = next;
  }
  return null;
}

/** What a run warned of; where a name is near that was most likely meant, it takes the place of the advice for an absent value. */
export function tellWarning(
  { message, path }: Pick<RunView['warnings'][number], 'message' | 'path'>,
  known: KnownValues,
): string {
  const near = path === null ? null : nearestPath(path, known);
  if (near === null) return message;
  const advice = message.lastIndexOf(' Write `');
  return `${advice < 0 ? message : message.slice(0, advice)} Did you mean \`${near}\`?`;
}

/** The steps of a path, and where their keys are in it; null where it is written in another way. */
function readSteps(
  path: string,
): readonly { readonly key: string; readonly start: number; readonly end: number }[] | null {
  const steps: { key: string; start: number; end: number }[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (found === null) return null;
    const key = found[1] ?? found[2] ?? found[3] ?? found[4] ?? '';
    const start = found.index + found[0].indexOf(key);
    steps.push({ key, start, end: start + key.length });
  }
  return steps;
}
