import { isJsonObject, type Json } from '../../base/index.ts';
import type { ActivationView, Budget, RunView } from '../../run/index.ts';

/** What this host has derived from all events and inputs of a run so far. */
export interface HostState {
  readonly view: RunView;
  readonly budget: Budget;
}

/** The JSON form of {@link HostState}, as a checkpoint holds it. */
interface StoredState {
  readonly view: Omit<RunView, 'tasks' | 'activations' | 'edges'>;
  readonly activations: readonly ActivationView[];
  /** The activation that each task shows. */
  readonly tasks: readonly (readonly [taskId: string, activation: number])[];
  readonly edges: readonly (readonly [edge: string, taken: number])[];
  readonly budget: Budget;
}

export function writeHostState({ view, budget }: HostState): Json {
  const { tasks, activations, edges, ...rest } = view;
  const stored: StoredState = {
    view: rest,
    activations: [...activations.values()],
    tasks: [...tasks].map(([id, { activation }]) => [id, activation]),
    edges: [...edges],
    budget,
  };
  // A view is plain data.
  return stored as unknown as Json;
}

/** The state that `writeHostState` wrote; null for anything else. */
export function readHostState(host: Json): HostState | null {
  if (!isJsonObject(host) || !Array.isArray(host['activations'])) return null;
  // The digest of the checkpoint proves that it is unchanged.
  const { view, activations, tasks, edges, budget } = host as unknown as StoredState;
  const byId = new Map(activations.map((activation) => [activation.activation, activation]));
  const shown = tasks.flatMap(([id, activation]) => {
    const found = byId.get(activation);
    return found === undefined ? [] : [[id, found] as const];
  });
  return { view: { ...view, activations: byId, tasks: new Map(shown), edges: new Map(edges) }, budget };
}
