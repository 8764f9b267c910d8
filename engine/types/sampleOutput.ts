import type { Json } from '../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../graph/index.ts';
import { knownOf } from './knownOf.ts';
import { canBe, type Kind, type Shape } from './Shape.ts';

/** How deep maps and lists of a sample are inside of each other. */
const DEEPEST = 5;

/** Most keys of one map of a sample. */
const MOST_KEYS = 40;

/**
 * A value of the form that a task gives after success, for a person to fill in: every key that is known, with an empty text, 0, false,
 * or the first of the values it is one of. Null where nothing is known of it, and for a task that is not there.
 */
export function sampleOutput(analysis: Analysis, taskId: string): Json {
  const known = knownOf(effectiveWorkflow(analysis));
  const task = known.tasks.get(taskId);
  return task === undefined ? null : sampleOf(known.output(task), 0);
}

const ORDER: readonly Kind[] = ['map', 'list', 'text', 'number', 'boolean'];

function sampleOf(shape: Shape, depth: number): Json {
  const [value] = shape.values ?? [];
  if (value !== undefined) return value;
  const kind = shape.kinds === null ? undefined : ORDER.find((each) => canBe(shape, each));
  switch (kind) {
    case 'map':
      return depth < DEEPEST ? sampleMap(shape, depth) : {};
    case 'list':
      return depth < DEEPEST && shape.items !== undefined ? [sampleOf(shape.items(), depth + 1)] : [];
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function sampleMap({ members = new Map() }: Shape, depth: number): Json {
  const entries = [...members].slice(0, MOST_KEYS);
  return Object.fromEntries(entries.map(([name, inner]) => [name, sampleOf(inner(), depth + 1)]));
}
