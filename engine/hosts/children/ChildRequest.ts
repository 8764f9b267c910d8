import type { JsonObject } from '../../base/index.ts';
import type { ParentRun } from '../../run/index.ts';
import { sha256 } from '../sha256.ts';

/** What a call of `core:workflow` asks for. */
export interface ChildRequest {
  readonly file: string;
  readonly input: JsonObject;
  /** Key of the call, the same when it is made again. */
  readonly key: string;
  readonly simulate: boolean;
}

/** What the runs that a run starts know of it. */
export interface RunPlace {
  readonly runId: string;
  /** Id of the outermost run. */
  readonly root: string;
  /** Files of the runs around it and its own, the outermost first. */
  readonly files: readonly string[];
}

/**
 * Id of the run that a call starts. It follows from the key of the call alone, so a call that is made again after a crash
 * finds the run that it started before, and a retry, which has another key, starts another run.
 */
export function childRunId(key: string): string {
  return `run-${sha256(key).slice(0, 32)}`;
}

/** What the run that a call starts knows of those around it. */
export function parentOf({ runId, root, files }: RunPlace, key: string): ParentRun {
  return { runId, key, root, files };
}
