import type { TaskOf } from '../../model/index.ts';
import { frameOf } from '../evaluate/evaluate.ts';
import { readSetting, readWord } from '../evaluate/settings.ts';
import type { Level } from '../program/Program.ts';
import { childError, createSequence, enterSequence, outputsOf, warnOfFailed } from '../scheduler/containers.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import type { Activation, Scope } from '../state/Activation.ts';
import { findDepthProblem } from '../state/createScope.ts';
import type { Run } from '../state/Run.ts';
import { runBasic } from './basic.ts';

/** Runs children in list order (format.md 4). Output `{child id: output}`, null for one that failed or never ran. */
export function runComposite(run: Run, activation: Activation, task: TaskOf<'composite'>): void {
  const level = run.program.inside.get(task);
  if (level === undefined) {
    runBasic(run, activation);
    return;
  }
  const problem = findDepthProblem(run, activation);
  const handling = readSetting(run, frameOf(run, activation), {
    setting: task.config.errorHandling,
    read: readWord('continue', 'stop'),
    where: 'config.error_handling',
  });
  if (problem !== null) fail(run, activation, { error: problem });
  else if (!handling.ok) fail(run, activation, handling);
  else runChildren(run, activation, { level, continuesOnError: handling.value === 'continue' });
}

function runChildren(run: Run, activation: Activation, options: { level: Level; continuesOnError: boolean }): void {
  const { level, continuesOnError } = options;
  const scope = createSequence(activation, { level, store: activation.scope.store, slot: null, continuesOnError });
  activation.body = { kind: 'composite', scope };
  enterSequence(run, scope);
}

/** Ends a composite in whose scope nothing is left. */
export function endComposite(run: Run, activation: Activation, scope: Scope): void {
  const output = outputsOf(scope);
  activation.body = null;
  const { failure, owner, level } = scope;
  if (failure !== null) {
    fail(run, activation, { error: childError('composite.task', failure), output, isFromInside: true });
    return;
  }
  const failed = owner.kind === 'sequence' ? owner.failed : 0;
  warnOfFailed(run, activation, { failed, total: level.order.length, what: 'tasks', first: null });
  succeed(run, activation, { output });
}
