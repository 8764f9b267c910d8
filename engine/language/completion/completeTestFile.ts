import { type Analysis, analyze, effectiveWorkflow } from '../../graph/index.ts';
import { configOf, holdsWorkflow, walkTasks } from '../../model/index.ts';
import { configSchemaAt, listTimeZones, rootsAt } from '../../serveConfig/index.ts';
import { findNode } from '../../syntax/index.ts';
import {
  agentTools,
  findNamed,
  listPlaces,
  namedWorkflow,
  testRootsAt,
  testSchemaAt,
  workflowOf,
} from '../../testFile/index.ts';
import type { Path } from '../../text/index.ts';
import type { CompletionContext, CompletionItem } from '../places/LanguageItem.ts';
import { completeBySchema, type KnownValue, toValue } from './completeBySchema.ts';

/** What may be written at an offset of a test file: its keys, and names of the workflow that is tested. */
export function completeTestFile(
  { path: file, syntax }: Analysis,
  offset: number,
  { files, variables }: CompletionContext,
): readonly CompletionItem[] {
  const workflow = workflowOf(file, namedWorkflow(syntax));
  const source = workflow === null ? undefined : files?.get(workflow);
  const tested = workflow === null || source === undefined ? null : analyze(workflow, source, undefined, files);
  return completeBySchema(syntax.text, offset, {
    schemaAt: testSchemaAt,
    rootsAt: (path) => testRootsAt(path, findNode(syntax, [...path.slice(0, 2), 'each']) !== undefined),
    valuesAt: (path) => {
      const at = path.filter((part) => typeof part === 'string');
      const [last = '', before = ''] = at.toReversed();
      if (at.length === 1 && last === 'workflow') return listWorkflows(file, files);
      if (before === 'answers') return [toValue('simulate', 'made up'), toValue('live', 'asked for real')];
      if (path.includes('answers') && (last === 'tool' || before === 'tool_calls')) return listTools(tested, path);
      if (last === 'judge') return listAgents(tested);
      if (before === 'signals' && last === 'name') return listSignals(tested);
      if (before === 'path' && last === 'exactly') return listTasks(tested);
      return before === 'expect' && (last === 'path' || last === 'never') ? listTasks(tested) : [];
    },
    keysAt: (path) => {
      if (path[2] === 'variants' && path.length === 4)
        return (tested === null ? [] : listPlaces(tested.syntax)).map((place) => toValue(place));
      if (path.at(-1) === 'env') return (variables ?? []).map((label) => ({ label, kind: 'value', detail: '' }));
      return isByTask(path) ? listTasks(tested) : [];
    },
  });
}

/** Whether the keys of a map are names of tasks. */
function isByTask(path: Path): boolean {
  return path.at(-1) === 'answers' || path.at(-1) === 'pins' || (path.at(-1) === 'tasks' && path.at(-2) === 'expect');
}

function listTasks(tested: Analysis | null): readonly KnownValue[] {
  return [...(tested?.graph.nodes.values() ?? [])].map(({ id, task }) => ({
    label: id,
    kind: 'task',
    detail: task.name ?? task.type ?? '',
  }));
}

function listAgents(tested: Analysis | null): readonly KnownValue[] {
  return tested === null ? [] : effectiveWorkflow(tested).agents.map(({ id }) => toValue(id));
}

/** Tools of the agent whose answers are at a path. */
function listTools(tested: Analysis | null, path: Path): readonly KnownValue[] {
  const name = path[path.indexOf('answers') + 1];
  const task = tested === null ? undefined : findNamed(tested.graph, String(name))?.task;
  if (tested === null || task === undefined) return [];
  return [...(agentTools(effectiveWorkflow(tested), task) ?? new Map()).keys()].map((id) => toValue(id));
}

function listSignals(tested: Analysis | null): readonly KnownValue[] {
  if (tested === null) return [];
  const names = walkTasks(effectiveWorkflow(tested)).flatMap(({ task }) => {
    const { signal = null } = configOf(task);
    return typeof signal === 'string' && !signal.includes('{{') ? [signal] : [];
  });
  return [...new Set(names)].map((name) => toValue(name));
}

/** Workflows of the folder of a test file and those below it, seen from there. */
function listWorkflows(file: string, files: CompletionContext['files']): readonly KnownValue[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return [...(files?.keys() ?? [])].flatMap((path) =>
    path.startsWith(folder) && /\.ya?ml$/.test(path) && holdsWorkflow(path)
      ? [{ label: path.slice(folder.length), kind: 'file' as const, detail: '' }]
      : [],
  );
}

/** What may be written at an offset of `signalbox.serve.yaml`: its keys, their values, and what expressions there can read. */
export function completeServeConfig(
  text: string,
  offset: number,
  context: CompletionContext,
): readonly CompletionItem[] {
  return completeBySchema(text, offset, {
    schemaAt: configSchemaAt,
    rootsAt: (path) =>
      rootsAt(path).flatMap((root) => (root === 'schedule' ? ['schedule.due', 'schedule.name'] : [root])),
    valuesAt: (path) => listKnown(path, context).map((label) => toValue(label, MEANINGS.get(label))),
    keysAt: (): readonly KnownValue[] => [],
  });
}

/** Values that are well-formed, to begin with. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['cron', ['"0 3 * * *"', '"0 9 * * 1-5"', '"*/15 * * * *"', '"0 0 1 * *"']],
  ['path', ['shop/orders']],
  ['wait', ['30s', '5m']],
  ['tolerance', ['5m']],
]);

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['"0 3 * * *"', 'each day at 3:00'],
  ['"0 9 * * 1-5"', 'on weekdays at 9:00'],
  ['"*/15 * * * *"', 'every 15 minutes'],
  ['"0 0 1 * *"', 'on the first of each month'],
]);

/** What is known of values that are no words of the schema. */
function listKnown(path: Path, { files, variables }: CompletionContext): readonly string[] {
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  switch (key) {
    case 'workflow':
    case 'mcp':
    case 'on_failure':
      return [...(files?.keys() ?? [])].flatMap((file) =>
        file.endsWith('.yaml') && holdsWorkflow(file) ? file.slice(0, -'.yaml'.length) : [],
      );
    case 'secret':
    case 'env':
      return variables ?? [];
    case 'time_zone':
      return listTimeZones();
    default:
      return SAMPLES.get(key) ?? [];
  }
}
