import { isDataMap } from '../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../graph/index.ts';
import { findTask, resolveUse, type Task, type Workflow } from '../model/index.ts';
import { BUILT_INS } from './builtIns.ts';
import type { Proposal } from './LanguageItem.ts';

/** One name that what a task runs reads of its input. */
export interface InputKey {
  readonly name: string;
  /** What the author's schema says of it; may be empty. */
  readonly description: string;
}

/** The names that what a task runs reads of its input, in the order of its schema; none where that is not known. */
export function listInputKeys(analysis: Analysis, taskId: string): readonly InputKey[] {
  const workflow = effectiveWorkflow(analysis);
  const task = findTask(workflow, taskId);
  if (task === undefined) return [];
  const keys = new Map(inputKeysOf(workflow, task).map(({ label, documentation }) => [label, documentation]));
  return [...keys].map(([name, description]) => ({ name, description }));
}

/** The keys of a task's `with`, by its own schema and that of the tool or built-in it runs. */
export function inputKeysOf(workflow: Workflow, task: Task): readonly Proposal[] {
  const use = resolveUse(workflow, task);
  const schemas = [task.inputSchema, use.kind === 'tool' ? use.tool.schema.input : null];
  const names = use.kind === 'core' ? (BUILT_INS.get(use.name)?.input ?? []) : [];
  return [...schemas.flatMap(propertiesOf), ...names.map((name) => keyProposal(name, '', ''))];
}

type SchemaData = Parameters<typeof isDataMap>[0] | null;

/** The keys a schema of the author's names, with what it says of each. */
export function propertiesOf(schema: SchemaData): readonly Proposal[] {
  const properties = isDataMap(schema ?? undefined) ? schema : undefined;
  const named = isDataMap(properties) ? properties.get('properties') : undefined;
  if (!isDataMap(named)) return [];
  return [...named].map(([name, property]) => {
    const read = (word: string): string => {
      const value = isDataMap(property) ? property.get(word) : undefined;
      return typeof value === 'string' ? value : '';
    };
    return keyProposal(name, read('type'), read('description'));
  });
}

/** A key to be completed, with its type and what it is for. */
export function keyProposal(label: string, detail: string, documentation: string): Proposal {
  return { label, kind: 'key', detail, documentation };
}
