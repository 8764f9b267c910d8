import { isDataMap, toData } from '../../../base/index.ts';
import { resolveUse, type Task, traitsOf, walkTasks } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { type BuiltInTool, builtInNamed, builtInUse } from '../../../tools/index.ts';
import { inferTemplate, type Kind, rootTypes, type Shape, shapeOfSchema } from '../../../types/index.ts';
import { nameKinds } from '../../subject/kindWords.ts';
import { createOwnerLookup } from '../../subject/ownerOf.ts';
import { checkTypesOf, collectWays, type InputCheck, type PassedData } from '../../subject/passedData.ts';
import type { Finding, Rule, Subject } from '../../subject/Rule.ts';
import { findTypeFaults, type TypeFault } from '../../subject/typeFaults.ts';
import { rangeIn } from './checkExpressions.ts';

/** Values of another type than what takes them: settings of tasks, and the schemas of inputs. */
export const checkValues: Rule = function* (subject) {
  yield* checkSettings(subject);
  let ways: ReturnType<typeof collectWays> | undefined;
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    for (const check of inputChecksOf(subject, task)) {
      ways ??= collectWays(subject);
      yield* checkInput(subject, task, { check, ways: ways.get(task.id) ?? [] });
    }
  }
};

/** Settings that take a whole template, which gives its value when the task runs (format.md 8). */
const SETTINGS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...(['max_concurrent', 'batch_size', 'max_checks', 'attempts'] as const).map((key) => [key, 'number'] as const),
  ...(['fail_fast', 'continue_on_error', 'validate_schema', 'strict_mode', 'jitter'] as const).map(
    (key) => [key, 'boolean'] as const,
  ),
  ...(['timeout', 'check_interval', 'timeout_per_item', 'timeout_per_batch', 'interval', 'max_interval'] as const).map(
    (key) => [key, 'text'] as const,
  ),
]);

function* checkSettings(subject: Subject): Iterable<Finding> {
  let find: ReturnType<typeof createOwnerLookup> | undefined;
  for (const { path, template } of subject.templates) {
    const [part, key] = path.slice(-2);
    const wanted = part === 'config' || part === 'retry' ? SETTINGS.get(String(key)) : undefined;
    if (wanted === undefined || template.kind !== 'expression' || template.errors.length > 0) continue;
    find ??= createOwnerLookup(subject);
    const owner = find(path);
    if (owner === undefined || owner.inside.length !== 2) continue;
    const { kinds } = inferTemplate(template, rootTypes(subject.analysis, owner.node.task, path));
    if (kinds === null || kinds.length === 0 || kinds.includes(wanted) || kinds.includes('null')) continue;
    const what = wanted === 'text' ? 'a duration such as "5s"' : nameKinds([wanted]);
    yield { code: 'TYPE_MISMATCH', path, message: `This takes ${what}, and the expression gives ${nameKinds(kinds)}.` };
  }
}

function inputChecksOf({ analysis: { workflow } }: Subject, task: Task): readonly InputCheck[] {
  const checks: InputCheck[] = [];
  if (isDataMap(task.inputSchema ?? undefined))
    checks.push({ schema: shapeOfSchema(task.inputSchema), name: `"${task.id}"` });
  const use = task.use === null || ('tasks' in task && task.tasks.length > 0) ? undefined : resolveUse(workflow, task);
  if (use?.kind === 'tool' && isDataMap(use.tool.schema.input ?? undefined))
    checks.push({ schema: shapeOfSchema(use.tool.schema.input), name: `the tool "${use.tool.id}"` });
  // A collection calls it with each item, whose values are not known.
  const isCalled = use?.kind === 'core' && traitsOf(task.type).children !== 'item';
  const builtIn = isCalled ? builtInNamed(use.name) : undefined;
  if (builtIn !== undefined) checks.push({ schema: shapeOfBuiltIn(builtIn), name: builtInUse(builtIn) });
  return checks.filter(({ schema }) => schema.members !== undefined);
}

/** A built-in's schema never changes, and every task that uses it asks. */
const shapes = new WeakMap<BuiltInTool, Shape>();

function shapeOfBuiltIn(tool: BuiltInTool): Shape {
  const known = shapes.get(tool) ?? shapeOfSchema(toData(tool.schema.input));
  shapes.set(tool, known);
  return known;
}

/** What the task's own `with` and the ways to it pass, key by key; a handler's hides the task's. */
function* checkInput(
  subject: Subject,
  task: Task,
  { check, ways }: { check: InputCheck; ways: readonly PassedData[] },
): Iterable<Finding> {
  for (const way of ways) yield* checkTypesOf(subject, way, check);
  const own = task.with ?? undefined;
  if (!isDataMap(own)) return;
  const passed = new Set(ways.flatMap(({ data }) => (isDataMap(data) ? [...data.keys()] : [])));
  const rest = new Map([...own].filter(([key]) => !passed.has(key)));
  yield* checkTypesOf(subject, { task, path: [...task.path, 'with'], data: rest }, check);
}

/** So many expressions are looked into; a file with more is not written by hand. */
const MOST_EXPRESSIONS = 20_000;

/** Expressions that cannot be meant, whatever the values are: keys that are never there, operations that always fail. */
export const checkTypes: Rule = function* (subject) {
  const find = createOwnerLookup(subject);
  let looked = 0;
  for (const { path, template } of subject.templates) {
    if (template.errors.length > 0) continue;
    const scope = rootTypes(subject.analysis, find(path)?.node.task ?? null, path);
    for (const expression of template.expressions) {
      if (looked++ > MOST_EXPRESSIONS) return;
      for (const fault of findTypeFaults(expression, scope)) yield toFinding(fault, path, subject);
    }
  }
};

function toFinding({ code, start, end, message, near }: TypeFault, path: Path, subject: Subject): Finding {
  const range = rangeIn(subject, path, { start, end });
  if (near === undefined) return { code, path, range, message };
  const written = subject.analysis.syntax.text.slice(range.start, range.end);
  const isPlain = /^[A-Za-z_$][\w$-]*$/.test(written) && /^[A-Za-z_$][\w$-]*$/.test(near);
  const fixes = () => (isPlain ? [{ title: `Change to ${near}`, edits: [{ ...range, text: near }] }] : []);
  return { code, path, range, message, fixes };
}
