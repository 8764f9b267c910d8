import type { ReactNode } from 'react';
import { drawnGraph, type GraphNode, type Path, type ShownAnalysis } from '#engine';
import { readField } from '#engine/edit';
import type { Task, TaskType } from '#engine/model';
import { type Data, isDataMap, toJson } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { PencilIcon } from '../../ui/icons.ts';
import { Field, IconButton, TextField } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { FieldLabel, labelOf } from '../parts/FieldLabel.tsx';
import { describeValue, formatScalar } from '../parts/scalarText.ts';
import styles from './InheritedRows.module.css';

export interface InheritedRowsProps {
  /** Of the map that has them. */
  readonly path: Path;
  readonly values: readonly InheritedValue[];
  /** The import as written. */
  readonly from: string;
  /** Whether the keys are the author's own and are shown as written. */
  readonly isOwnKeys?: boolean | undefined;
}

/** What a task has from its import, to read: writing it here takes its place. */
export function InheritedRows({ path, values, from, isOwnKeys }: InheritedRowsProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  return values.map(({ key, value }) => {
    const description = `Comes from ${from}. Written here, it may have another value.`;
    const text = formatValue(value);
    return (
      <Field
        key={key}
        label={<FieldLabel text={isOwnKeys ? key : labelOf(key)} description={description} />}
        layout="row"
      >
        <div className={styles.row}>
          <TextField value={`${text} · from ${from}`} title={text} readOnly disabled />
          {!isReadOnly && (
            <IconButton
              label={`Write ${key} here`}
              icon={<PencilIcon />}
              size="small"
              onClick={() => commitField([...path, key], value)}
            />
          )}
        </div>
      </Field>
    );
  });
}

/** Characters of a list or a map; its file shows it whole. */
const LONGEST = 60;

function formatValue(value: Data): string {
  return isDataMap(value) || Array.isArray(value) ? describeValue(toJson(value), LONGEST) : formatScalar(value);
}

/** What a task has from what it imports where it says nothing itself: shown greyed, until something is written here. */
export interface Inherited {
  /** The import as written. */
  readonly from: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly type: TaskType | null;
  /** What it runs, as shorthand. */
  readonly use: string | null;
  readonly action: string | null;
  /** The keys of `config` and of `with` that only the import has, in its order. */
  readonly config: readonly InheritedValue[];
  readonly input: readonly InheritedValue[];
  /** The task as a run sees it. */
  readonly merged: Task;
}

/** A key that a task has from its import. */
interface InheritedValue {
  readonly key: string;
  readonly value: Data;
}

/**
 * Reads what a task of the text inherits; null where it imports nothing that is known.
 * @param drawn the analysis with its imports resolved
 */
export function readInherited(drawn: ShownAnalysis | null, { id, task }: GraphNode): Inherited | null {
  if (drawn?.imports === undefined || task.import === null) return null;
  const merged = drawnGraph(drawn).nodes.get(id)?.task;
  if (merged === undefined) return null;
  return {
    from: task.import,
    id: task.id === '' && merged.id !== '' ? merged.id : null,
    name: task.name === null ? merged.name : null,
    type: task.type === 'unknown' && task.writtenType == null && merged.type !== 'unknown' ? merged.type : null,
    use: task.use === null ? (merged.use?.text ?? null) : null,
    action: task.action === null ? merged.action : null,
    config: readKeys(drawn, [...task.path, 'config']),
    input: readKeys(drawn, [...task.path, 'with']),
    merged,
  };
}

/** What the map at a path has only where imports are in their place. */
function readKeys({ syntax, imports }: ShownAnalysis, path: Task['path']): readonly InheritedValue[] {
  const all = imports && readField(imports.syntax, path);
  const own = readField(syntax, path);
  if (!isDataMap(all)) return [];
  const written = isDataMap(own) ? own : new Map<string, Data>();
  return [...all].flatMap(([key, value]) => (written.has(key) ? [] : [{ key, value }]));
}

/** Placeholder of an empty field whose value comes from an import; undefined where none does. */
export function formatInherited(value: string | null | undefined, from: string | undefined): string | undefined {
  return value == null || from === undefined ? undefined : `${value} · from ${from}`;
}
