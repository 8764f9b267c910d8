/** A task on the way to a call: the one that makes it, or a container around that. */
export interface CallStep {
  readonly taskId: string;
  /** Which item, where the call, or what is inside of the task, is made for one; from 0. */
  readonly item: number | null;
}

/** The place of a call in a run, which is the same in another run of the file: `review`, `each[2]`, `all/each[2]/review`. */
export function formatCallPlace(steps: readonly CallStep[]): string {
  return steps.map(({ taskId, item }) => (item === null ? taskId : `${taskId}[${item}]`)).join('/');
}

/** Ids of the tasks of a place, the outermost first. */
export function tasksOfCallPlace(place: string): readonly string[] {
  return place.split('/').map((step) => step.replace(/\[\d+\]$/, ''));
}
