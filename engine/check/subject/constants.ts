import type { Data } from '../../base/index.ts';
import type { Path } from '../../text/index.ts';
import type { TemplatePlace } from './findTemplates.ts';
import type { Subject } from './Rule.ts';

/** What is known of a condition before any run: always met, never met, the same each time, or none of these. */
export type Constancy = 'always' | 'never' | 'fixed' | 'open';

/** Functions whose result is another one each time. */
const CHANGING: ReadonlySet<string> = new Set(['now', 'timestamp', 'uuid']);

const indices = new WeakMap<Subject, ReadonlyMap<string, TemplatePlace>>();

/** Answers for the conditions of one document: data as written and its path. */
export function createConstancy(subject: Subject): (condition: Data, path: Path) => Constancy {
  return (condition, path) => {
    if (typeof condition !== 'string') return isMet(condition) ? 'always' : 'never';
    const place = indexOf(subject).get(path.join('\n'));
    return place === undefined ? constancyOf(condition) : constancyIn(place);
  };
}

/** The templates that can be conditions, by their path. */
function indexOf(subject: Subject): ReadonlyMap<string, TemplatePlace> {
  let index = indices.get(subject);
  if (index === undefined) {
    const conditions = subject.templates.filter(({ path }) => path.at(-1) === 'condition' || path.at(-1) === 'filter');
    index = new Map(conditions.map((place) => [place.path.join('\n'), place] as const));
    indices.set(subject, index);
  }
  return index;
}

function constancyIn({ template }: TemplatePlace): Constancy {
  if (template.errors.length > 0) return 'open';
  const isOpen = template.expressions.some(
    ({ references, calls }) => references.length > 0 || calls.some(({ name }) => CHANGING.has(name)),
  );
  if (isOpen) return 'open';
  if (template.kind !== 'expression') return 'fixed';
  const { ast } = template.expression;
  return ast.kind === 'literal' ? constancyOf(ast.value) : 'fixed';
}

function constancyOf(value: null | boolean | number | string): Constancy {
  return isMet(value) ? 'always' : 'never';
}

/** For conditions, the texts `false` and `0` are false too (format.md 8). */
function isMet(value: Data): boolean {
  return Boolean(value) && value !== 'false' && value !== '0';
}
