import type { ReactNode } from 'react';
import { effectiveWorkflow } from '#engine';
import { convertType, readField } from '#engine/edit';
import { propertiesAt, resolveUse, TASK_TYPES, traitsOf } from '#engine/model';
import { isJsonObject, type Json, ownValue } from '#engine/values';
import { useAnalysis, useIsReadOnly, useSession } from '../../session/index.ts';
import { Field, KindIcon, Select, Switch } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { ImportField } from '../fields/ImportField.tsx';
import { InputFields } from '../fields/InputFields.tsx';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { UseField } from '../fields/UseField.tsx';
import { useInputFields } from '../fields/useInputFields.ts';
import { HandlerRow } from '../handlers/HandlerRow.tsx';
import { RoutesEditor } from '../handlers/RoutesEditor.tsx';
import { describeValue } from '../parts/describeValue.ts';
import { commitField, edit } from '../parts/edit.ts';
import { FieldLabel } from '../parts/FieldLabel.tsx';
import { Group } from '../parts/Group.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import { SchemaBuilder } from '../schema/SchemaBuilder.tsx';
import { InheritedRows } from './InheritedRows.tsx';
import { LineageGroup } from './LineageGroup.tsx';
import { Offers } from './Offers.tsx';
import { formatInherited, type Inherited, readInherited } from './readInherited.ts';

/** What a task is, runs, takes and leads to. */
export function TaskTab({ analysis, node }: TaskFormProps): ReactNode {
  const { task } = node;
  const drawn = useAnalysis('drawn') ?? analysis;
  const inherited = readInherited(drawn, node);
  const noteOf = useInputNotes(inherited?.id ?? node.id);
  const hasLineage = useSession((state) => state.view.isLineageShown);
  const inputFields = useInputFields(drawn, node.id);
  const { hasRoutes, output } = traitsOf(task.type);
  const known = propertiesAt(task.path, readDocument(analysis)).map((property) => property.key);
  return (
    <>
      <Group title="What it does">
        <TypeField node={node} inherited={inherited} />
        <Field label={<FieldLabel text="Uses" description="The agent, tool or built-in that runs." />} layout="row">
          <UseField
            path={[...task.path, 'use']}
            value={readField(analysis.syntax, [...task.path, 'use'])}
            placeholder={formatInherited(inherited?.use, inherited?.from)}
          />
        </Field>
        <ActionField analysis={drawn} node={node} inherited={inherited} />
        <ImportField analysis={analysis} path={task.path} kind="task" />
        <SchemaFields path={task.path} only={['disabled']} />
      </Group>
      {hasLineage && <LineageGroup analysis={drawn} id={node.id} />}
      <Group title="Input" path={[...task.path, 'with']}>
        {!hasRoutes && <Offers analysis={drawn} id={node.id} />}
        {inherited && (
          <InheritedRows path={[...task.path, 'with']} values={inherited.input} from={inherited.from} isOwnKeys />
        )}
        <InputFields
          path={[...task.path, 'with']}
          fields={inputFields?.filter(({ name }) => !inherited?.input.some(({ key }) => key === name)) ?? null}
          noteOf={noteOf}
        />
      </Group>
      {hasRoutes && (
        <Group title="Decision" path={[...task.path, 'config']}>
          <Offers analysis={drawn} id={node.id} />
          <SchemaFields path={[...task.path, 'config']} only={['condition']} />
          <RoutesEditor analysis={analysis} node={node} of="config" />
          <HandlerRow analysis={analysis} source={node.id} via="default" label="Default" />
        </Group>
      )}
      <Group title="When it ends">
        <HandlerRow analysis={analysis} source={node.id} via="on_success" />
        <HandlerRow analysis={analysis} source={node.id} via="on_error" />
        <HandlerRow analysis={analysis} source={node.id} via="on_complete" />
      </Group>
      {(task.type !== 'unknown' || inherited !== null) && (
        <Group title="Settings" path={[...task.path, 'config']}>
          {inherited && (
            <InheritedRows path={[...task.path, 'config']} values={inherited.config} from={inherited.from} />
          )}
          <SchemaFields
            path={[...task.path, 'config']}
            // What comes from the import is above, once.
            except={[
              ...(hasRoutes ? ['condition', 'routes', 'default'] : []),
              ...(inherited?.config ?? []).map(({ key }) => key),
            ]}
          />
          <JoinField analysis={analysis} node={node} />
        </Group>
      )}
      <Group title="Schemas and environment" path={[...task.path, 'schema']} startsClosed>
        <Field label="Input schema">
          <SchemaBuilder path={[...task.path, 'schema', 'input']} label="Input schema" />
        </Field>
        {output === 'mapping' && (
          <Field label="Output schema">
            <SchemaBuilder path={[...task.path, 'schema', 'output']} label="Output schema" />
          </Field>
        )}
        <Field label="Environment">
          <DataRows path={[...task.path, 'env']} addLabel="Add a variable" />
        </Field>
        {readField(analysis.syntax, [...task.path, 'import']) === undefined && (
          <SchemaFields path={task.path} only={['import']} />
        )}
      </Group>
      <div style={{ padding: '0 14px 14px' }}>
        <OtherKeys path={task.path} known={known} />
      </div>
    </>
  );
}

/** What each value of the input was in the run on screen, in a line. */
function useInputNotes(id: string): (key: string) => string | undefined {
  const input = useSession((state): Json | undefined => {
    const last = state.run.shown?.path === state.document.activePath ? state.run.shown?.view.tasks.get(id) : undefined;
    return last?.startedAt == null ? undefined : last.input;
  });
  return (key) => {
    const value = isJsonObject(input) ? ownValue(input, key) : undefined;
    return value === undefined ? undefined : describeValue(value);
  };
}

interface TypeFieldProps {
  readonly node: TaskFormProps['node'];
  readonly inherited: Inherited | null;
}

function TypeField({ node, inherited }: TypeFieldProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const { task } = node;
  const inheritedType = inherited?.type ?? null;
  const written = task.type === 'unknown' ? (task.writtenType ?? null) : task.type;
  return (
    <Field label="Type" layout="row">
      <Select<string>
        value={written}
        isInvalid={task.type === 'unknown' && inheritedType === null}
        placeholder={formatInherited(inheritedType, inherited?.from)}
        disabled={isReadOnly}
        options={TASK_TYPES.map((type) => ({
          value: type,
          label: type,
          icon: <KindIcon kind={type} size="plain" />,
        }))}
        onChange={(name) => {
          const type = TASK_TYPES.find((candidate) => candidate === name);
          // What it is already needs no label, and none of the values a new task starts with.
          if (type && type !== inheritedType) edit((now) => convertType(now, { id: node.id, type }));
        }}
      />
    </Field>
  );
}

/** No id: blanks around it are refused. */
const UNSET = ' ';

interface ActionFieldProps extends TaskFormProps {
  readonly inherited: Inherited | null;
}

function ActionField({ analysis, node: { task }, inherited }: ActionFieldProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const use = resolveUse(effectiveWorkflow(analysis), inherited?.merged ?? task);
  if (use.kind !== 'agent' && task.action === null && inherited?.action == null) return null;
  const actions = use.kind === 'agent' ? use.agent.actions.map(({ id }) => id) : [];
  const [only] = actions;
  return (
    <Field
      label={
        <FieldLabel text="Action" description="Which action of the agent runs. Not needed where it has only one." />
      }
      layout="row"
    >
      <Select
        value={task.action}
        placeholder={
          formatInherited(inherited?.action, inherited?.from) ??
          (actions.length === 1 ? `${only ?? ''} (the only one)` : 'Choose…')
        }
        isInvalid={task.action !== null && !actions.includes(task.action)}
        disabled={isReadOnly}
        options={[
          ...actions.map((id) => ({ value: id, label: id })),
          ...(task.action === null ? [] : [{ value: UNSET, label: 'Not set' }]),
        ]}
        onChange={(id) => commitField([...task.path, 'action'], id === UNSET ? undefined : id)}
      />
    </Field>
  );
}

function JoinField({ analysis, node: { task } }: TaskFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const path = [...task.path, 'join'];
  const written = readField(analysis.syntax, path);
  const description = 'Waits for every branch that can still reach it, then runs once.';
  return (
    <Field label={<FieldLabel text="Join all" description={description} />} layout="row">
      {written !== undefined && written !== 'all' ? (
        <YamlPart path={path} label="join" />
      ) : (
        <span style={{ display: 'flex', alignItems: 'center', minHeight: 'var(--control)' }}>
          <Switch
            checked={task.join === 'all'}
            disabled={isReadOnly}
            onChange={(isOn) => commitField(path, isOn ? 'all' : undefined)}
          />
        </span>
      )}
    </Field>
  );
}
