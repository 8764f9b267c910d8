import { type Task, walkTasks } from '../../model/index.ts';
import { findNode } from '../../syntax/index.ts';
import { fixByRemoving } from '../fixes.ts';
import type { Finding, Rule, Subject } from '../Rule.ts';

/** Retry policies that never retry, and waits that are shorter than they say. */
export const checkRetries: Rule = function* (subject) {
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    const path = [...task.path, 'retry'];
    if (findNode(subject.tree, path) === undefined) continue;
    const finding = explain(task, path, subject);
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
  const isPlain = task.type === 'basic' || task.type === 'map' || task.type === 'decision';
  if (!isPlain || task.use !== null || task.import !== null) return undefined;
  return without(
    path,
    'This task uses nothing that could fail by chance: its errors are the same every time.',
    path,
    subject,
  );
}

function without(at: Finding['path'], message: string, retry: Finding['path'], subject: Subject): Finding {
  const fixes = fixByRemoving(subject, retry, 'Remove the retry policy');
  return { code: 'RETRY_WITHOUT_EFFECT', path: at, part: at === retry ? 'key' : 'value', message, fixes };
}
