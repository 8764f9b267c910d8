import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { holdsTasks, propertiesAt, traitsOf } from '#engine/model';
import { isDataMap, isJsonObject, type Json, ownValue } from '#engine/values';
import { useAnalysis, useIsReadOnly, useSession } from '../../session/index.ts';
import { Field, Switch } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { ImportField } from '../fields/ImportField.tsx';
import { InputFields } from '../fields/InputFields.tsx';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { UseField } from '../fields/UseField.tsx';
import { useInputFields } from '../fields/useInputFields.ts';
import { HandlerParts } from '../handlers/HandlerParts.tsx';
import { HandlerRow } from '../handlers/HandlerRow.tsx';
import { RoutesEditor } from '../handlers/RoutesEditor.tsx';
import { commitField } from '../parts/edit.ts';
import { FieldLabel } from '../parts/FieldLabel.tsx';
import { Group } from '../parts/Group.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import { describeValue } from '../parts/scalarText.ts';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import { SchemaBuilder } from '../schema/SchemaBuilder.tsx';
import { formatInherited, type Inherited, InheritedRows, readInherited } from './InheritedRows.tsx';
import { LineageGroup } from './LineageGroup.tsx';
import { Offers } from './Offers.tsx';
import { ActionField, AgentPart, essentialsOf, TypeField } from './taskParts.tsx';

/** What a task does, takes and leads to, in the order in which a person thinks of it; the rest is folded. */
export function TaskTab({ analysis, node }: TaskFormProps): ReactNode {
  const { task } = node;
  const drawn = useAnalysis('drawn') ?? analysis;
  const inherited = readInherited(drawn, node);
  const hasLineage = useSession((state) => state.view.isLineageShown);
  const known = propertiesAt(task.path, readDocument(analysis)).map((property) => property.key);
  return (
    <>
      <LeadPart analysis={analysis} node={node} inherited={inherited} />
      <AgentPart analysis={analysis} node={node} />
      {hasLineage && <LineageGroup analysis={drawn} id={node.id} />}
      <InputPart analysis={drawn} node={node} inherited={inherited} />
      <Group title="What follows">
        <HandlerParts key={`${node.id} ${task.type}`} analysis={analysis} node={node} />
      </Group>
      <MorePart analysis={analysis} node={node} inherited={inherited} />
      <div style={{ padding: '0 14px 14px' }}>
        <OtherKeys path={task.path} known={known} />
      </div>
    </>
  );
}

interface PartProps extends TaskFormProps {
  readonly inherited: Inherited | null;
}

/** What a task of this type does: what it runs, its condition with its routes, what it waits for, goes through or makes. */
function LeadPart({ analysis, node, inherited }: PartProps): ReactNode {
  const { task } = node;
  const drawn = useAnalysis('drawn') ?? analysis;
  const { hasRoutes, output } = traitsOf(task.type);
  const config = [...task.path, 'config'];
  const essentials = essentialsOf(task.type, keysAt(analysis, config));
  return (
    <Group
      title="What it does"
      path={essentials.length === 0 ? undefined : config}
      actions={<TypeField node={node} inherited={inherited} />}
    >
      {usesFirst(analysis, node) && <UsesField analysis={analysis} node={node} inherited={inherited} />}
      <ActionField analysis={drawn} node={node} inherited={inherited} />
      <ImportField analysis={analysis} path={task.path} kind="task" />
      {inherited && <InheritedRows path={config} values={inherited.config} from={inherited.from} />}
      {hasRoutes && <Offers analysis={drawn} id={node.id} />}
      <SchemaFields path={config} only={essentials} except={inherited?.config.map(({ key }) => key)} />
      {hasRoutes && (
        <>
          <RoutesEditor analysis={analysis} node={node} of="config" />
          <HandlerRow analysis={analysis} source={node.id} via="default" label="Default" />
        </>
      )}
      {output === 'mapping' && readField(analysis.syntax, [...task.path, 'use']) !== undefined && (
        <UsesField analysis={analysis} node={node} inherited={inherited} />
      )}
    </Group>
  );
}

/** Whether what a task runs is the first thing to say of it: its output is the result of that, or nothing else is known of it. */
function usesFirst(analysis: TaskFormProps['analysis'], { task }: TaskFormProps['node']): boolean {
  const isWritten = readField(analysis.syntax, [...task.path, 'use']) !== undefined;
  const { output } = traitsOf(task.type);
  return output === 'result' || task.type === 'unknown' || (isWritten && output !== 'mapping');
}

function UsesField({ analysis, node: { task }, inherited }: PartProps): ReactNode {
  return (
    <Field label={<FieldLabel text="Uses" description="The agent, tool or built-in that runs." />} layout="row">
      <UseField
        path={[...task.path, 'use']}
        value={readField(analysis.syntax, [...task.path, 'use'])}
        placeholder={formatInherited(inherited?.use, inherited?.from)}
      />
    </Field>
  );
}

function InputPart({ analysis, node, inherited }: PartProps): ReactNode {
  const { task } = node;
  const noteOf = useInputNotes(inherited?.id ?? node.id);
  const inputFields = useInputFields(analysis, node.id);
  const path = [...task.path, 'with'];
  return (
    <Group title="Input" path={path}>
      {!traitsOf(task.type).hasRoutes && <Offers analysis={analysis} id={node.id} />}
      {inherited && <InheritedRows path={path} values={inherited.input} from={inherited.from} isOwnKeys />}
      <InputFields
        path={path}
        fields={inputFields?.filter(({ name }) => !inherited?.input.some(({ key }) => key === name)) ?? null}
        noteOf={noteOf}
      />
    </Group>
  );
}

/** What few tasks need: folded until something in it is written. */
function MorePart({ analysis, node, inherited }: PartProps): ReactNode {
  const { task } = node;
  const { output, hasRoutes } = traitsOf(task.type);
  const config = [...task.path, 'config'];
  const written = keysAt(analysis, config);
  const essentials = essentialsOf(task.type, written);
  const isShown = (key: string) => essentials.includes(key) || (hasRoutes && ['routes', 'default'].includes(key));
  const hasMore =
    written.some((key) => !isShown(key)) ||
    ['disabled', 'join', 'schema', 'env'].some((key) => readField(analysis.syntax, [...task.path, key]) !== undefined);
  const hasUse = usesFirst(analysis, node) || readField(analysis.syntax, [...task.path, 'use']) !== undefined;
  return (
    <Group title="More" startsClosed={!hasMore}>
      {!hasUse && !holdsTasks(task.type) && <UsesField analysis={analysis} node={node} inherited={inherited} />}
      {(task.type !== 'unknown' || inherited !== null) && (
        <SchemaFields
          path={config}
          // What comes from the import is above, once.
          except={[...essentials, 'routes', 'default', ...(inherited?.config ?? []).map(({ key }) => key)]}
        />
      )}
      <JoinField analysis={analysis} node={node} />
      <SchemaFields path={task.path} only={['disabled']} />
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
  );
}

function keysAt(analysis: TaskFormProps['analysis'], path: Path): readonly string[] {
  const value = readField(analysis.syntax, path);
  return isDataMap(value) ? [...value.keys()] : [];
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

/** Whether a task waits for all branches that lead to it. */
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
