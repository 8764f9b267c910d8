/** A branch of an expression, and the way that it went. */
export interface BranchWay {
  /** The text that it is in. */
  readonly source: string;
  /** Where it begins in that text. */
  readonly start: number;
  readonly way: boolean;
}

/** Names a way of a branch in an expression that a task evaluates; null: the run does. */
export function branchKey(task: string | null, { source, start, way }: BranchWay): string {
  return `${start} ${way} ${task ?? ''}\n${source}`;
}
