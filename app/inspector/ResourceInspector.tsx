import type { ReactNode } from 'react';
import { useState } from 'react';
import { assertNever, type Path, type ShownAnalysis } from '#engine';
import { findResource, type ResourceName, readField, renameResource } from '#engine/edit';
import { propertiesAt } from '#engine/model';
import {
  clearSelection,
  type ResourceRef,
  removeNamed,
  select,
  session,
  useAnalysis,
  useIsReadOnly,
} from '../session/index.ts';
import { openMemory } from '../session/workspace/index.ts';
import { BrainIcon, Trash2Icon } from '../ui/icons.ts';
import { Button, EmptyState, Field, IconButton, Tabs } from '../ui/index.ts';
import { DataRows } from './fields/DataRows.tsx';
import { ImportField } from './fields/ImportField.tsx';
import { InputFields } from './fields/InputFields.tsx';
import { SchemaFields } from './fields/SchemaFields.tsx';
import { useConfigFields } from './fields/useInputFields.ts';
import { AgentForm } from './forms/AgentForm.tsx';
import { WorkflowForm } from './forms/WorkflowForm.tsx';
import { DefinitionMenu } from './parts/DefinitionMenu.tsx';
import { edit } from './parts/edit.ts';
import { Group } from './parts/Group.tsx';
import { Header } from './parts/Header.tsx';
import { OtherKeys } from './parts/OtherKeys.tsx';
import { readDocument } from './parts/readDocument.ts';
import { YamlPart } from './parts/YamlPart.tsx';
import { SchemaBuilder } from './schema/SchemaBuilder.tsx';
import styles from './TaskInspector.module.css';

export interface ResourceInspectorProps {
  readonly analysis: ShownAnalysis;
  readonly resource: ResourceRef;
}

/** An agent, a tool, the memory or the workflow itself, as a form and as YAML. */
export function ResourceInspector({ analysis, resource }: ResourceInspectorProps): ReactNode {
  const { kind, id } = resource;
  if (kind === 'workflow') return <WorkflowForm analysis={analysis} />;
  const found = findResource(analysis.workflow, { kind, id });
  if (!found) return <EmptyState title={`There is no ${kind} “${id}” here any more`} />;
  return <ResourceForm analysis={analysis} name={{ kind, id }} path={found.path} />;
}

interface ResourceFormProps {
  readonly analysis: ShownAnalysis;
  readonly name: Exclude<ResourceName, { kind: 'action' }>;
  readonly path: Path;
}

function ResourceForm({ analysis, name, path }: ResourceFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const [tab, setTab] = useState<'form' | 'yaml'>('form');
  const remove = () => {
    if (removeNamed(name)) clearSelection('inspector');
  };
  const rename = (to: string) => {
    if (
      edit((now) => renameResource(now, { ...name, to: to.trim(), files: session.getState().document.workspace.files }))
    ) {
      select({ resource: { kind: name.kind, id: to.trim() }, origin: 'inspector' });
    }
  };
  return (
    <>
      <Header
        kind={name.kind}
        name={TITLES[name.kind]}
        id={name.id}
        onRenameId={rename}
        trailing={
          <>
            {name.kind !== 'memory' && (
              <DefinitionMenu
                kind={name.kind}
                id={name.id}
                hasImport={readField(analysis.syntax, [...path, 'import']) !== undefined}
              />
            )}
            {!isReadOnly && (
              <IconButton label={`Remove ${name.kind} ${name.id}`} icon={<Trash2Icon />} onClick={remove} />
            )}
          </>
        }
      />
      <Tabs
        className={styles.tabs}
        label={`Parts of the ${name.kind}`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'form', label: TITLES[name.kind], content: <Form analysis={analysis} name={name} path={path} /> },
          {
            value: 'yaml',
            label: 'YAML',
            content: (
              <div className={styles.yaml}>
                <YamlPart path={path} label={`${TITLES[name.kind]} as YAML`} rows={24} />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

const TITLES = { agent: 'Agent', tool: 'Tool', memory: 'Memory' } as const;

function Form({ analysis, name, path }: ResourceFormProps): ReactNode {
  const { kind } = name;
  switch (kind) {
    case 'agent':
      return <AgentForm analysis={analysis} id={name.id} path={path} />;
    case 'tool':
      return <ToolForm path={path} />;
    case 'memory':
      return (
        <Group title="Memory" path={path}>
          <Button size="small" icon={<BrainIcon />} onClick={() => openMemory(name.id)}>
            Show what it holds
          </Button>
          <SchemaFields path={path} except={['id']} />
        </Group>
      );
    default:
      return assertNever(kind);
  }
}

/** A tool: what runs, how it is set, and the schemas of its config, input and output. */
function ToolForm({ path }: { readonly path: Path }): ReactNode {
  const analysis = useAnalysis('own');
  if (!analysis) return null;
  const known = propertiesAt(path, readDocument(analysis)).map((property) => property.key);
  const has = (key: string) => readField(analysis.syntax, [...path, key]) !== undefined;
  return (
    <>
      <Group title="What it is">
        <ImportField analysis={analysis} path={path} kind="tool" />
        <SchemaFields path={path} only={['use']} />
      </Group>
      <Group title="Config" path={[...path, 'config']}>
        <ToolConfig analysis={analysis} path={[...path, 'config']} />
      </Group>
      <Group title="Schemas" path={[...path, 'schema']}>
        <Field label="Input">
          <SchemaBuilder path={[...path, 'schema', 'input']} label="Input schema" />
        </Field>
        <Field label="Output">
          <SchemaBuilder path={[...path, 'schema', 'output']} label="Output schema" />
        </Field>
        <Field label="Config">
          <SchemaBuilder path={[...path, 'schema', 'config']} label="Config schema" />
        </Field>
      </Group>
      <Group title="Environment" path={[...path, 'env']} startsClosed={!has('env')}>
        <DataRows path={[...path, 'env']} addLabel="Add a variable" />
      </Group>
      <div style={{ padding: '0 14px 14px' }}>
        <OtherKeys path={path} known={known} />
      </div>
    </>
  );
}

/** The settings of a tool: those that what runs there reads, and those of the author's own. */
function ToolConfig({ analysis, path }: { readonly analysis: ShownAnalysis; readonly path: Path }): ReactNode {
  const fields = useConfigFields(analysis, path);
  return <InputFields path={path} addLabel="Add a setting" fields={fields} />;
}
