import { isJsonObject, type Json } from '../base/index.ts';
import type { ActivationView, RunView } from '../run/index.ts';

/** The JSON form of a view. */
interface StoredView {
  readonly view: Omit<RunView, 'tasks' | 'activations' | 'edges'>;
  readonly activations: readonly ActivationView[];
  /** The activation that each task shows. */
  readonly tasks: readonly (readonly [taskId: string, activation: number])[];
  readonly edges: readonly (readonly [edge: string, taken: number])[];
}

/** A view as a checkpoint holds it. */
export function writeView({ tasks, activations, edges, ...rest }: RunView): Json {
  const stored: StoredView = {
    view: rest,
    // A view of a host has some more that have ended, so as not to be copied for each batch of events.
    activations: [...activations.values()].filter((each) => each.endedAt === null || tasks.get(each.taskId) === each),
    tasks: [...tasks].map(([id, { activation }]) => [id, activation]),
    edges: [...edges],
  };
  // A view is plain data.
  return stored as unknown as Json;
}

/** The view that `writeView` wrote; null for anything else. */
export function readView(stored: Json): RunView | null {
  if (!isJsonObject(stored) || !Array.isArray(stored['activations'])) return null;
  // The digest of the checkpoint proves that it is unchanged.
  const { view, activations, tasks, edges } = stored as unknown as StoredView;
  const byId = new Map(activations.map((activation) => [activation.activation, activation]));
  const shown = tasks.flatMap(([id, activation]) => {
    const found = byId.get(activation);
    return found === undefined ? [] : [[id, found] as const];
  });
  return { ...view, activations: byId, tasks: new Map(shown), edges: new Map(edges) };
}
