import { CONTAINER_TYPES, isHandlerName, ownHandlers, TASK_TYPES } from '../../../model/index.ts';
import { describePath } from '../../../schema/index.ts';
import { findNode } from '../../../syntax/index.ts';
import type { Path } from '../../../text/index.ts';
import { findClosest } from '../../subject/closest.ts';
import { fixByMoving, fixByRemoving, fixByRenaming } from '../../subject/fixes.ts';
import type { FieldRule, Finding, Subject } from '../../subject/Rule.ts';
import { findSpelling } from '../../subject/spellings.ts';

/** Keys the format does not have at their place: of another task type, misspelt, or unknown. They are kept as they are. */
export const checkUnknownKeys: FieldRule = function* (fields, subject) {
  for (const { path, isKnown, siblings } of fields) {
    if (isKnown || siblings.includes(findSpelling(path) ?? '')) continue;
    yield foreignKey(path, subject) ?? unknownKey(path, siblings, subject);
  }
};

function unknownKey(path: Path, siblings: readonly string[], subject: Subject): Finding {
  const key = String(path.at(-1));
  const near = findClosest(key, siblings);
  const message = `The format has no key "${key}" here. It is kept and does nothing.`;
  if (near === undefined) return { code: 'UNKNOWN_KEY', path, part: 'key', message };
  return {
    code: 'UNKNOWN_KEY',
    path,
    part: 'key',
    message: `${message} Did you mean "${near}"?`,
    fixes: fixByRenaming(subject, path, near),
  };
}

function foreignKey(path: Path, subject: Subject): Finding | undefined {
  const key = String(path.at(-1));
  const isConfig = path.at(-2) === 'config';
  const taskPath = path.slice(0, isConfig ? -2 : -1);
  if (typeof taskPath.at(-1) !== 'number' || taskPath.at(-2) !== 'tasks') return undefined;
  const node = findNode(subject.tree, [...taskPath, 'type']);
  const type = node?.kind === 'scalar' ? node.source : 'unknown';
  if (isConfig) {
    const owners = TASK_TYPES.filter(
      (other) => describePath(['tasks', 0, 'config', key], documentOf(other)) !== undefined,
    );
    if (owners.length === 0) return undefined;
    const message = `"${key}" is a setting of ${join(owners)} tasks. This task is of type ${type}, where it does nothing.`;
    const fixes = fixByRemoving(subject, path, `Remove ${key}`);
    return { code: 'FOREIGN_CONFIG', path, part: 'key', message, fixes };
  }
  if (key === 'tasks') {
    const message = `Only ${join(CONTAINER_TYPES)} tasks hold other tasks. What is in this ${type} task never runs.`;
    return { code: 'FOREIGN_TASKS', path, part: 'key', message };
  }
  if (describePath(['tasks', 0, 'config', key], documentOf(type)) !== undefined) {
    const message = `"${key}" belongs in "config". Here it is kept and does nothing.`;
    return {
      code: 'UNKNOWN_KEY',
      path,
      part: 'key',
      message,
      fixes: fixByMoving(subject, path, [...taskPath, 'config', key]),
    };
  }
  if (!isHandlerName(key)) return undefined;
  const owners = TASK_TYPES.filter((other) => ownHandlers(other).includes(key));
  const message = `"${key}" is a handler of ${join(owners)} tasks. This task is of type ${type}, where it is never called.`;
  const fixes = fixByRemoving(subject, path, `Remove ${key}`);
  return { code: 'FOREIGN_HANDLER', path, part: 'key', message, fixes };
}

function documentOf(type: string) {
  return { tasks: [{ type, config: {} }] };
}

function join(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
