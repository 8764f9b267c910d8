import type { ReactNode } from 'react';
import { readField } from '#engine/edit';
import { describePath, type HandlerName, handlersOf } from '#engine/model';
import { isDataMap, type Json } from '#engine/values';
import { useIsReadOnly, useSession } from '../../session/index.ts';
import { lastPassed } from '../../session/run/index.ts';
import { Field, Select } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { describeValue } from '../parts/describeValue.ts';
import { commitField } from '../parts/edit.ts';
import { Group } from '../parts/Group.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { formatScalar } from '../parts/scalarText.ts';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { ConditionField } from './ConditionField.tsx';
import { HandlerRow, nameExit } from './HandlerRow.tsx';
import styles from './HandlersTab.module.css';
import { RoutesEditor } from './RoutesEditor.tsx';

/** Every handler the task's type has: where it leads, what it passes, and for errors which and how. */
export function HandlersTab({ analysis, node }: TaskFormProps): ReactNode {
  const { task } = node;
  const known = handlersOf(task.type);
  const foreign = task.handlers.map(({ name }) => name).filter((name) => !known.includes(name));
  return (
    <>
      {[...known, ...foreign].map((name) => (
        <HandlerGroup key={name} analysis={analysis} node={node} name={name} isForeign={foreign.includes(name)} />
      ))}
    </>
  );
}

interface HandlerProps extends TaskFormProps {
  readonly name: HandlerName;
  readonly isForeign: boolean;
}

function HandlerGroup({ analysis, node, name, isForeign }: HandlerProps): ReactNode {
  const path = [...node.task.path, name];
  const written = readField(analysis.syntax, path);
  const isWritten = written !== undefined;
  const known = name === 'on_error' ? ['next', 'with', 'condition', 'routes', 'retry'] : ['next', 'with'];
  const what = describePath(path, new Map([['tasks', [new Map([['type', node.task.type]])]]]))?.description;
  return (
    <Group title={nameExit(name)} path={path} startsClosed={!isWritten}>
      <p className={styles.hint}>
        {isForeign ? `A ${node.task.type} task has no such handler; it is kept.` : what?.replaceAll('`', '')}
      </p>
      <HandlerRow analysis={analysis} source={node.id} via={name} label="Leads" />
      {name === 'on_error' && <ErrorFields analysis={analysis} node={node} />}
      <h4 className={styles.title}>Passes</h4>
      <DataRows path={[...path, 'with']} addLabel="Pass a value" noteOf={useTakenNotes(node.id, name)} />
      {isDataMap(written) && <OtherKeys path={path} known={known} />}
    </Group>
  );
}

/** What a handler passed in the run on screen, by key. */
function useTakenNotes(id: string, name: string): (key: string) => string | undefined {
  const taken = useSession((state): Json | undefined => {
    const { shown: run } = state.run;
    if (run === null || run.path !== state.document.activePath) return undefined;
    return lastPassed(run, { taskId: id, via: name });
  });
  return (key) => {
    const value =
      taken !== null && typeof taken === 'object' && !Array.isArray(taken)
        ? Object.entries(taken).find(([it]) => it === key)?.[1]
        : undefined;
    return value === undefined ? undefined : describeValue(value);
  };
}

const RETRY = { unset: 'By the policy', true: 'Always', false: 'Never' } as const;

/** Which errors are handled, how they are distinguished, and whether the task is retried first. */
function ErrorFields({ analysis, node }: TaskFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const path = [...node.task.path, 'on_error'];
  const condition = [...path, 'condition'];
  const retry = readField(analysis.syntax, [...path, 'retry']);
  return (
    <>
      <ConditionField
        analysis={analysis}
        path={condition}
        placeholder="every error"
        onCommit={(text) => commitField(condition, text === '' ? undefined : text)}
      />
      <Field label="Retry" layout="row">
        <Select<string>
          value={retry === undefined ? 'unset' : formatScalar(retry)}
          disabled={isReadOnly}
          options={Object.entries(RETRY).map(([value, label]) => ({ value, label }))}
          onChange={(value) => commitField([...path, 'retry'], value === 'unset' ? undefined : value === 'true')}
        />
      </Field>
      <h4 className={styles.title}>By error code</h4>
      <RoutesEditor analysis={analysis} node={node} of="on_error" />
    </>
  );
}
