import type { CompositeTask } from '../../model/index.ts';
import { childError, runSequence } from '../containers.ts';
import { findDepthProblem } from '../createScope.ts';
import { emit, refOf } from '../emit.ts';
import { frameOf } from '../evaluate.ts';
import type { Level } from '../Program.ts';
import type { Activation, Run } from '../Run.ts';
import { readSetting, readWord } from '../settings.ts';
import { fail, succeed } from '../settle.ts';
import { runBasic } from './basic.ts';

/** Runs children in list order (format.md 4). Output `{child id: output}`, null for one that failed or never ran. */
export function runComposite(run: Run, activation: Activation, task: CompositeTask): void {
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
  const outputs = runSequence(run, activation, {
    level,
    store: activation.scope.store,
    continuesOnError,
    onProgress: (done, failed) =>
      emit(run, { type: 'task.progress', ...refOf(activation), done, total: level.order.length, failed }),
    onEnd: (failure, ended) => {
      const output = ended.all();
      activation.close = null;
      if (failure === null) succeed(run, activation, { output });
      else fail(run, activation, { error: childError('composite.task', failure), output });
    },
  });
  activation.close = () => outputs.all();
}
