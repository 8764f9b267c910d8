import type { Json, JsonObject } from '../../base/index.ts';
import type { Program } from '../program/Program.ts';
import type { Run } from './Run.ts';
import { StateReader } from './StateReader.ts';
import { StateWriter } from './StateWriter.ts';

/** Raise it with every change of what the state of a run holds: classes, fields, continuations. */
const VERSION = 9;

/** The state of a run between two inputs, as JSON. It holds what is live, not what has ended, and nothing of the program. */
export interface RunSnapshot {
  readonly version: number;
  /** The fields of the run. */
  readonly run: JsonObject;
  /** What they lead to. */
  readonly objects: readonly Json[];
}

/** The state of a run as it is now. Changes nothing, and shares nothing that a run changes. */
export function snapshot(run: Run): RunSnapshot {
  const { program, machine: _machine, onBranch: _onBranch, events: _events, effects: _effects, ...state } = run;
  const writer = new StateWriter([...program.levels, ...program.alone.values()]);
  return { version: VERSION, run: writer.write(state), objects: writer.objects };
}

/** The fields of the run, read from its snapshot; null for a snapshot of another version, or one that is damaged. */
export function readSnapshot(program: Program, { version, run, objects }: RunSnapshot): object | null {
  if (version !== VERSION) return null;
  try {
    const reader = new StateReader(program, objects);
    const fields = reader.read(run);
    return reader.isDamaged ? null : fields;
  } catch {
    // In a damaged snapshot a row may not fit its class.
    return null;
  }
}
