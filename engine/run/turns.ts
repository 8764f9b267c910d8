import { announceQueued } from './createActivation.ts';
import { LiveJob } from './LiveJob.ts';
import { Queue } from './Queue.ts';
import type { Activation, Lane, Run, Scope } from './Run.ts';
import type { TaskProgram } from './TaskProgram.ts';

/** A lane while it lives; an instance of a class, for the reason that activations are. */
class LiveLane implements Lane {
  readonly scope: Scope;
  readonly program: TaskProgram;
  running: Activation | null = null;
  settled: Activation | null = null;
  held: Activation | null = null;
  blocker: Activation | null = null;
  waiting: Queue<Activation> | null = null;
  arrivals = 0;

  constructor(scope: Scope, program: TaskProgram) {
    this.scope = scope;
    this.program = program;
  }
}

/** Makes an activation live: it starts in its turn, one at a time for each task of a scope. */
export function enqueue(run: Run, activation: Activation): void {
  const { lane } = activation;
  activation.phase = 'queued';
  lane.scope.liveCount += 1;
  if (lane.running === null) {
    lane.running = activation;
    run.ready.push(new LiveJob(activation, 'start'));
    return;
  }
  lane.waiting ??= new Queue();
  lane.waiting.push(activation);
  announceQueued(run, activation);
}

/** Keeps an activation until nothing live can reach its join any more. */
export function hold(activation: Activation): void {
  const { lane, program } = activation;
  lane.held = activation;
  lane.scope.held.set(program.id, activation);
}

/** Takes an activation out of those that are held, as it is free or cancelled. */
export function letGo({ lane, program }: Activation): void {
  lane.held = null;
  lane.blocker = null;
  lane.scope.held.delete(program.id);
}

/** Takes a settled activation out of its scope and lets the next in line for its task start. */
export function leaveScope(run: Run, activation: Activation): void {
  const { lane, scope } = activation;
  if (!scope.active.delete(activation)) return;
  scope.liveCount -= 1;
  // One that was cancelled in line has no turn to hand on.
  if (lane.running !== activation) return;
  let next = lane.waiting?.shift();
  while (next?.phase === 'settled') next = lane.waiting?.shift();
  lane.running = next ?? null;
  if (next !== undefined) run.ready.push(new LiveJob(next, 'start'));
}

/** The lane of the task with this id, made by its first arrival; undefined where the scope has no such task. */
export function laneAt(scope: Scope, id: string): Lane | undefined {
  const program = scope.level.tasks.get(id);
  return program === undefined ? undefined : laneOf(scope, program);
}

/** As {@link laneAt}, of the task that a transition leads to: mostly the one that it led to before. */
export function laneAfter({ program: from, scope }: Activation, id: string): Lane | undefined {
  if (from.ledTo?.id === id) return laneOf(scope, from.ledTo);
  const program = scope.level.tasks.get(id);
  if (program === undefined) return undefined;
  from.ledTo = program;
  return laneOf(scope, program);
}

function laneOf(scope: Scope, program: TaskProgram): Lane {
  const known = scope.lanes.get(program.position);
  if (known !== undefined) return known;
  const lane = createLane(scope, program);
  scope.lanes.set(program.position, lane);
  return lane;
}

/** A lane that is nobody's turn yet. */
export function createLane(scope: Scope, program: TaskProgram): Lane {
  return new LiveLane(scope, program);
}
