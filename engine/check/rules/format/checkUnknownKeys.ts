import { type Data, findClosest, isSlip } from '../../../base/index.ts';
import { CONTAINER_TYPES, isHandlerName, ownHandlers, TASK_TYPES } from '../../../model/index.ts';
import { describePath, type FieldPlace } from '../../../schema/index.ts';
import { findNode } from '../../../syntax/index.ts';
import type { Path } from '../../../text/index.ts';
import { readKey } from '../../foreign/keys/readKey.ts';
import {
  type FieldRule,
  type Finding,
  fixByRemoving,
  fixByRenaming,
  fixBySteps,
  type Subject,
} from '../../subject/Rule.ts';
import { findSpelling } from '../../subject/spellings.ts';

/**
 * Keys the format does not have at their place. What runs would depend on some of them, which is an error: those of other programs,
 * those in the wrong place, and misspelt ones. All others are kept as they are.
 */
export const checkUnknownKeys: FieldRule = function* (fields, subject) {
  for (const field of fields) {
    const { path, isKnown, siblings } = field;
    if (isKnown || siblings.includes(findSpelling(path) ?? '')) continue;
    yield ignoredKey(field, subject) ?? foreignKey(path, subject) ?? unknownKey(field, subject);
  }
};

function ignoredKey({ path, part, siblings }: FieldPlace, subject: Subject): Finding | undefined {
  const advice = readKey({ path, value: part as Data, siblings }, subject.data);
  if (advice === null) return undefined;
  const { message, fix } = advice;
  const found = { code: 'IGNORED_KEY', path, part: 'key', message } as const;
  return fix === undefined ? found : { ...found, fixes: fixBySteps(subject, fix) };
}

function unknownKey({ path, siblings, part: value }: FieldPlace, subject: Subject): Finding {
  const key = String(path.at(-1));
  const near = findClosest(key, siblings);
  const message = `The format has no key "${key}" here. It is kept and does nothing.`;
  if (near === undefined || isThere(subject, path, near)) return { code: 'UNKNOWN_KEY', path, part: 'key', message };
  const code = decides(near, key, value) ? 'IGNORED_KEY' : 'UNKNOWN_KEY';
  const fixes = fixByRenaming(subject, path, near);
  return { code, path, part: 'key', message: `${message} Did you mean "${near}"?`, fixes };
}

/** Keys on which it depends what runs; handlers are others. */
const DECIDING: ReadonlySet<string> = new Set(
  'next with use join routes condition default items filter tasks retry start signal timeout check_interval agents tools actions'.split(
    ' ',
  ),
);

/** Whether a key is most likely one that decides what runs, written in another way. */
function decides(near: string, key: string, value: FieldPlace['part']): boolean {
  return value !== null && (isHandlerName(near) || DECIDING.has(near)) && isSlip(key, near);
}

function isThere({ tree }: Subject, path: Path, key: string): boolean {
  return findNode(tree, [...path.slice(0, -1), key]) !== undefined;
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

/** Keys as other tools write them: they do nothing here, and what is meant has another name. */
export const checkSpellings: FieldRule = function* (fields, subject) {
  for (const { path, isKnown, siblings } of fields) {
    const meant = isKnown ? undefined : findSpelling(path);
    if (meant === undefined || !siblings.includes(meant)) continue;
    const message = `"${String(path.at(-1))}" does nothing here: this format calls it "${meant}".`;
    yield { code: 'OTHER_SPELLING', path, part: 'key', message, fixes: fixByRenaming(subject, path, meant) };
  }
};
