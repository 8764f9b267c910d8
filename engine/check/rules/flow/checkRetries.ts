import { formatDuration, resolveUse, type Task, traitsOf, walkTasks } from '../../../model/index.ts';
import { findNode } from '../../../syntax/index.ts';
import { builtInNamed, builtInUse } from '../../../tools/index.ts';
import { type Finding, fixByRemoving, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** Retry policies that never retry, and waits that are shorter than declared. */
export const checkRetries: Rule = function* (subject) {
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    const path = [...task.path, 'retry'];
    const finding =
      findNode(subject.tree, path) === undefined ? explainHandler(task, subject) : explain(task, path, subject);
    if (finding !== undefined) yield finding;
  }
};

function explain(task: Task, path: Finding['path'], subject: Subject): Finding | undefined {
  const { retry } = task;
  if (retry?.attempts.kind === 'value' && retry.attempts.value === 0) {
    return without([...path, 'attempts'], 'With 0 attempts nothing is retried.', path, subject);
  }
  const handler = task.handlers.find(({ name }) => name === 'on_error');
  if (handler?.retry?.kind === 'value' && !handler.retry.value) {
    return without(
      [...handler.path, 'retry'],
      '"retry: false" switches off the retry policy of this task.',
      path,
      subject,
    );
  }
  const [interval, most] = [retry?.interval, retry?.maxInterval];
  if (interval?.kind === 'value' && most?.kind === 'value' && most.value < interval.value) {
    const message = 'The longest wait is shorter than the first: every wait is cut to max_interval.';
    return { code: 'RETRY_WITHOUT_EFFECT', path: [...path, 'max_interval'], message };
  }
  const message = whySame(task, subject);
  return message === undefined ? explainHaste(task, path, subject) : without(path, message, path, subject);
}

/** So many retries come as soon as the policy says; later ones a second apart (format.md 6). */
const HASTY_RETRIES = 100;

/** Very many retries with hardly a pause: they would keep what is called, and the run, busy for nothing. */
function explainHaste({ retry }: Task, path: Finding['path'], subject: Subject): Finding | undefined {
  if (retry?.attempts.kind !== 'value' || retry.interval.kind !== 'value') return undefined;
  const { attempts, backoff, interval, maxInterval } = retry;
  const grows = backoff.kind === 'value' && backoff.value !== 'fixed';
  const most = maxInterval?.kind === 'value' ? maxInterval.value : Infinity;
  const pause = Math.min(interval.value * (grows ? HASTY_RETRIES : 1), most);
  if (attempts.value > HASTY_RETRIES && pause < 1000) {
    const message = `${attempts.value} retries, with hardly a pause: after ${HASTY_RETRIES} of them the next come a second apart. Wait longer in between, or try less often.`;
    const fixes = fixBySetting(subject, [...path, 'interval'], '1s', 'Wait 1s in between');
    return { code: 'RETRY_TOO_OFTEN', path: [...path, 'attempts'], message, fixes };
  }
  const longest = Math.min(interval.value * growth(retry), most);
  if (attempts.value < 2 || longest >= SHORTEST_PAUSE) return undefined;
  const message = `None of the ${attempts.value} retries waits longer than ${formatDuration(longest)}: what failed has no time to recover. Wait longer in between.`;
  const fixes = fixBySetting(subject, [...path, 'interval'], '1s', 'Wait 1s in between');
  return { code: 'RETRY_TOO_OFTEN', path: [...path, 'interval'], message, fixes };
}

/** In less than so many ms, nothing that a task calls recovers. */
const SHORTEST_PAUSE = 50;

/** How many intervals the last pause has (format.md 6). */
function growth({ attempts, backoff }: NonNullable<Task['retry']>): number {
  if (attempts.kind !== 'value' || backoff.kind !== 'value') return Infinity;
  if (backoff.value === 'fixed') return 1;
  return backoff.value === 'linear' ? attempts.value : 2 ** (attempts.value - 1);
}

/** `on_error.retry: true` alone retries too, by a policy of its own (format.md 6). */
function explainHandler(task: Task, subject: Subject): Finding | undefined {
  const handler = task.handlers.find(({ name }) => name === 'on_error');
  if (handler?.retry?.kind !== 'value' || !handler.retry.value) return undefined;
  const message = whySame(task, subject);
  const path = [...handler.path, 'retry'];
  return message === undefined ? undefined : without(path, message, path, subject);
}

/** Why a task fails the same way each time; undefined where it may succeed when it is tried again. */
function whySame(task: Task, { analysis }: Subject): string | undefined {
  const { children, waits } = traitsOf(task.type);
  if (task.type === 'unknown' || children !== 'none' || waits || task.import !== null) return undefined;
  const use = resolveUse(analysis.workflow, task);
  if (use.kind === 'none')
    return 'This task uses nothing that could fail by chance: its errors are the same every time.';
  const reference = use.kind === 'tool' ? use.tool.use : use.kind === 'core' ? task.use : null;
  const tool = reference?.repo === 'core' ? builtInNamed(reference.package) : undefined;
  if (tool?.isDeterministic !== true) return undefined;
  return `${builtInUse(tool)} answers the same to the same input: its errors are the same every time.`;
}

function without(at: Finding['path'], message: string, retry: Finding['path'], subject: Subject): Finding {
  const fixes = fixByRemoving(subject, retry, 'Remove the retry policy');
  return { code: 'RETRY_WITHOUT_EFFECT', path: at, part: at === retry ? 'key' : 'value', message, fixes };
}
