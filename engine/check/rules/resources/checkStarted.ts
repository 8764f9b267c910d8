import { type Data, type DataMap, findClosest, isDataMap, isJsonObject, toJson } from '../../../base/index.ts';
import { resolveUse, startedFile, type Task, type Workflow, walkTasks } from '../../../model/index.ts';
import { validateJson } from '../../../schema/index.ts';
import type { Path } from '../../../text/index.ts';
import { inferData, rootTypes, type Shape, shapeOfSchema } from '../../../types/index.ts';
import { checkTypesOf, collectWays, type PassedData } from '../../subject/passedData.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** Workflows that tasks run (`core:workflow`): whether they are there, and take the input that they are given. */
export const checkStarted: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  const { workflows } = subject;
  let ways: ReturnType<typeof collectWays> | undefined;
  for (const { task } of walkTasks(workflow)) {
    const file = startsRun(workflow, task) && !task.isDisabled ? startedFile(workflow, task) : null;
    if (file === null) continue;
    if (leadsOut(task)) yield outside(task);
    if (workflows === null || leadsOut(task)) continue;
    const started = workflows.find(file);
    if (started === null) yield missing(file, task, subject);
    else if (isDataMap(started.inputSchema)) {
      ways ??= collectWays(subject);
      yield* checkGiven(subject, task, { file, schema: started.inputSchema, ways: ways.get(task.id) ?? [] });
    }
  }
};

function startsRun(workflow: Workflow, task: Task): boolean {
  const use = resolveUse(workflow, task);
  const reference = use.kind === 'tool' ? use.tool.use : use.kind === 'core' ? task.use : null;
  return reference?.repo === 'core' && reference.package === 'workflow';
}

/** Whether the path that a task names is none inside the workspace, which a run refuses. */
function leadsOut(task: Task): boolean {
  const file = isDataMap(task.with) ? task.with.get('file') : undefined;
  return typeof file === 'string' && /^[/~]|^[a-z]:|\\|(?:^|\/)\.\.(?:\/|$)/i.test(file);
}

const HOW = 'Write its path from the folder of the workspace, such as flows/refund.yaml.';

function outside({ path: place }: Task): Finding {
  const message = `This is not a path inside the workspace: a run fails here. ${HOW}`;
  return { code: 'MISSING_WORKFLOW', path: [...place, 'with', 'file'], message };
}

function missing(file: string, { path: place }: Task, subject: Subject): Finding {
  const path = [...place, 'with', 'file'];
  const near = findClosest(file, subject.workflows?.list(file) ?? []);
  const message = `There is no workflow "${file}" in the workspace: a run fails here.`;
  if (near === undefined)
    return {
      code: 'MISSING_WORKFLOW',
      path,
      message: `${message} ${HOW}`,
    };
  const fixes = fixBySetting(subject, path, near, `Change to ${near}`);
  return { code: 'MISSING_WORKFLOW', path, message: `${message} Did you mean "${near}"?`, fixes };
}

interface Started {
  readonly file: string;
  /** Of its input. */
  readonly schema: DataMap;
  readonly ways: readonly PassedData[];
}

/** A way that passes `input` hides that of the task. */
function* checkGiven(subject: Subject, task: Task, { file, schema, ways }: Started): Iterable<Finding> {
  const passing = ways.filter(({ data }) => !isDataMap(data) || data.has('input'));
  for (const way of passing) {
    const data = isDataMap(way.data) ? way.data.get('input') : undefined;
    const place = { task: way.task, path: [...way.path, 'input'] };
    if (data !== undefined) yield* checkInput(subject, { ...place, data }, { file, schema });
  }
  if (passing.length > 0 || !isDataMap(task.with)) return;
  const path: Path = [...task.path, 'with', ...(task.with.has('input') ? ['input'] : [])];
  yield* checkInput(subject, { task, path, data: task.with.get('input') ?? new Map() }, { file, schema });
}

function* checkInput(subject: Subject, given: PassedData, { file, schema }: Omit<Started, 'ways'>): Iterable<Finding> {
  const wanted = shapeOfSchema(schema);
  const shape = inferData(given.data, rootTypes(subject.analysis, given.task, given.path));
  yield* checkKeys(given, shape, { file, schema, wanted });
  if (!isDataMap(given.data)) return;
  const fixed = new Map([...given.data].filter(([, value]) => !hasTemplates(value)));
  const open = new Map([...given.data].filter(([key]) => !fixed.has(key)));
  yield* checkTypesOf(subject, { ...given, data: open }, { schema: wanted, name: `the input of "${file}"` });
  // What is the same in every run is checked as the run checks it.
  for (const { path: pointer, message, keyword } of validateJson(toJson(schema), toJson(fixed)).errors) {
    if (pointer === '' || keyword === 'required' || keyword === 'additionalProperties') continue;
    const text = `The input of "${file}" refuses this: ${message.replace(/\.$/, '')}.`;
    yield { code: 'TYPE_MISMATCH', path: [...given.path, ...stepsOf(pointer, fixed)], message: text };
  }
}

interface WantedKeys {
  readonly file: string;
  readonly schema: DataMap;
  readonly wanted: Shape;
}

/** Keys that are needed and not passed, and those that are passed and not taken. */
function* checkKeys({ path, data }: PassedData, given: Shape, { file, schema, wanted }: WantedKeys): Iterable<Finding> {
  if (given.isClosed !== true || given.kinds?.length !== 1) return;
  const names = [...(given.members?.keys() ?? [])];
  const known = [...(wanted.members?.keys() ?? [])];
  const unknown = names.filter((name) => !known.includes(name));
  for (const key of requiredBy(schema)) {
    if (names.includes(key)) continue;
    const near = findClosest(key, unknown);
    const instead =
      near === undefined
        ? names.length === 0
          ? ''
          : ` It passes ${names.slice(0, 8).join(', ')}.`
        : ` It passes "${near}".`;
    const message = `"${file}" needs "${key}" in its input, and this task does not pass it: a run fails here.${instead}`;
    yield { code: 'MISSING_INPUT', path, part: 'key', message };
  }
  const isLiteral = isDataMap(data);
  for (const name of wanted.others === undefined ? unknown : []) {
    const near = findClosest(name, known);
    if (wanted.isClosed !== true && (near === undefined || !isLiteral)) continue;
    const hint = near === undefined ? ` It has ${known.slice(0, 8).join(', ')}.` : ` Did you mean "${near}"?`;
    const fate = wanted.isClosed === true ? ': a run fails here' : '';
    const message = `The input of "${file}" has no "${name}"${fate}.${hint}`;
    yield { code: 'LIKELY_MISSPELT', path: isLiteral ? [...path, name] : path, part: 'key', message };
  }
}

function requiredBy(schema: DataMap): readonly string[] {
  const required = schema.get('required');
  const properties = schema.get('properties');
  if (!Array.isArray(required)) return [];
  return required.filter((key: Data) => {
    const property = typeof key === 'string' && isDataMap(properties) ? properties.get(key) : undefined;
    return typeof key === 'string' && !(isDataMap(property) && property.has('default'));
  });
}

function hasTemplates(value: Data): boolean {
  return JSON.stringify(toJson(value)).includes('{{');
}

/** The keys of a JSON Pointer, numbers where they are of lists. */
function stepsOf(pointer: string, data: DataMap): Path {
  let at = toJson(data);
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const isItem = Array.isArray(at);
      at = (isJsonObject(at) ? at[key] : Array.isArray(at) ? at[Number(key)] : null) ?? null;
      return isItem ? Number(key) : key;
    });
}
