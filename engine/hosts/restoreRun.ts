import { err, isJsonObject, type Json, type Result } from '../base/index.ts';
import { type Proof, type RunDigest, TrackedRun } from '../driver/index.ts';
import type { Workflow } from '../model/index.ts';
import type { ActivationView, RunError, RunInput, RunView } from '../run/index.ts';
import { feedRun, type Restoration, type Yield } from './feedRun.ts';

/** The inputs of a journal, with proofs of the events they caused. */
export interface RecordedJournal {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/** A stored journal, read on request, with its checkpoints. */
export interface StoredJournal {
  /** The texts of its checkpoints, newest first. */
  readonly checkpoints: readonly string[];
  /** `digestSources` of the workflow. */
  readonly workflow: string;
  /** All inputs after the first `from`, with their proofs; the error says why they cannot be read. */
  readonly read: (from: number) => Promise<Result<RecordedJournal, RunError>>;
}

/**
 * Feeds a whole journal to a new machine, which then has the state of the one that wrote it. `REPLAY_MISMATCH` where its
 * events differ from those the journal proves.
 */
export async function restoreRun(
  workflow: Workflow,
  journal: RecordedJournal,
  yieldToEventLoop: Yield,
  digest?: RunDigest,
): Promise<Result<Restoration, RunError>> {
  return feedAll(TrackedRun.begin(workflow, digest), journal, yieldToEventLoop);
}

/** Feeds the next inputs to a run; errors as {@link restoreRun}. */
export async function feedAll(
  tracked: TrackedRun,
  { inputs, proofs }: RecordedJournal,
  yieldToEventLoop: Yield,
): Promise<Result<Restoration, RunError>> {
  const proofOf = new Map(proofs.map((proof) => [proof.inputs, proof]));
  const check = (): RunError | null => explainMismatch(tracked, proofOf.get(tracked.inputs));
  // A checkpoint must be what the journal has before its next input, too.
  const mismatch = tracked.inputs === 0 ? null : check();
  return mismatch === null ? feedRun(tracked, inputs, { yieldToEventLoop, check }) : err(mismatch);
}

function explainMismatch(tracked: TrackedRun, proof: Proof | undefined): RunError | null {
  if (proof === undefined) return null;
  const { inputs, events, digest } = tracked.proof;
  if (proof.events === events && proof.digest === digest) return null;
  const message =
    'This run was recorded by another version of Signalbox, which behaved differently here. It is kept as it is and cannot be continued. Export it, or fork it to continue from an earlier moment.';
  const details = { type: 'replay.mismatch', reason: message, input: inputs };
  return { code: 'REPLAY_MISMATCH', message, details };
}

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
