import { configOf, exitsOf, type Route, walkTasks } from '../../../model/index.ts';
import { entryOf, findNode } from '../../../syntax/index.ts';
import { createConstancy } from '../../subject/constants.ts';
import { idsAt, nextPath } from '../../subject/idPlaces.ts';
import { type Finding, fixByRemoving, type Rule, type Subject } from '../../subject/Rule.ts';

/** Keys of `on_error.routes` that match every error. */
const CATCH_ALL: ReadonlySet<string> = new Set(['default', '*']);

/** Routes that no value can take, since one before them always does or asks the same (format.md 5 and 6). */
export const checkRoutes: Rule = function* (subject) {
  const constancyOf = createConstancy(subject);
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    yield* checkList(configOf(task).routes ?? [], NONE, { subject, constancyOf });
    const handler = task.handlers.find(({ name }) => name === 'on_error');
    yield* checkList(handler?.routes ?? [], CATCH_ALL, { subject, constancyOf });
  }
};

const NONE: ReadonlySet<string> = new Set();

interface Tools {
  readonly subject: Subject;
  readonly constancyOf: ReturnType<typeof createConstancy>;
}

function* checkList(routes: readonly Route[], catchAll: ReadonlySet<string>, tools: Tools): Iterable<Finding> {
  const asked = new Map<string, string>();
  let winner: string | undefined;
  for (const { key, condition, path } of routes) {
    const constancy = condition === null ? 'open' : tools.constancyOf(condition, [...path, 'condition']);
    const question = typeof condition === 'string' ? plain(condition) : undefined;
    const same = question === undefined ? undefined : asked.get(question);
    const reason =
      winner !== undefined
        ? `"${winner}" comes before it and always matches.`
        : constancy === 'never'
          ? 'its condition is never met.'
          : same === undefined
            ? undefined
            : `"${same}" comes before it with the same condition.`;
    if (reason !== undefined) {
      const fixes = fixByRemoving(tools.subject, path, 'Remove the route');
      yield { code: 'ROUTE_NEVER_TAKEN', path, part: 'key', message: `No value takes this route: ${reason}`, fixes };
    }
    if (constancy === 'always' || (condition === null && catchAll.has(key))) winner ??= key;
    if (question !== undefined && same === undefined) asked.set(question, key);
  }
}

/** A condition with or without braces and blanks around it. */
function plain(condition: string): string {
  const text = condition.trim();
  const inner = /^\{\{((?:(?!\}\}|\{\{)[\s\S])*)\}\}$/.exec(text)?.[1];
  return (inner ?? text).trim();
}

/** Lists of `next` that name a task twice: it runs once. */
export const checkRepeats: Rule = function* (subject) {
  for (const { task } of subject.analysis.graph.nodes.values()) {
    for (const { target } of exitsOf(task)) {
      if (target.next.length === 0) continue;
      const whole = findNode(subject.tree, target.path);
      if (whole?.kind === 'scalar') continue;
      const path = nextPath(whole, target.path);
      const written =
        whole?.kind === 'map' ? (entryOf(whole, 'next')?.value ?? undefined) : findNode(subject.tree, path);
      const seen = new Set<string>();
      for (const [index, id] of written?.kind === 'scalar' ? [] : idsAt(written)) {
        const count = seen.size;
        if (index !== null && seen.add(id).size === count) {
          const place = [...path, index];
          const message = `"${id}" is twice in this list, and still runs once.`;
          const fixes = fixByRemoving(subject, place, 'Remove the second');
          yield { code: 'DUPLICATE_TARGET', path: place, message, fixes };
        }
      }
    }
  }
};
