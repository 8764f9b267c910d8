import type { ReactNode } from 'react';
import type { ShownAnalysis } from '#engine';
import { setStart } from '#engine/edit';
import { propertiesAt } from '#engine/model';
import { useIsReadOnly } from '../../session/index.ts';
import { Field, Select } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { nameTarget } from '../handlers/targets.ts';
import { commitField, edit } from '../parts/edit.ts';
import { Group } from '../parts/Group.tsx';
import { Header } from '../parts/Header.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import { SchemaBuilder } from '../schema/SchemaBuilder.tsx';

/** The workflow itself: its name, where it starts, what it takes and gives. */
export function WorkflowForm({ analysis }: { readonly analysis: ShownAnalysis }): ReactNode {
  const { workflow } = analysis;
  const known = propertiesAt([], readDocument(analysis)).map((property) => property.key);
  return (
    <div style={{ overflow: 'auto' }}>
      <Header
        kind="workflow"
        name={workflow.name ?? ''}
        namePlaceholder="Name of the workflow"
        onRename={(name) => commitField(['name'], name.trim() === '' ? undefined : name)}
        id={`${workflow.tasks.length} ${workflow.tasks.length === 1 ? 'task' : 'tasks'} · ${analysis.path}`}
      />
      <Group title="Workflow">
        <SchemaFields path={[]} only={['description']} />
        <StartField analysis={analysis} />
      </Group>
      <Group title="Input of a run">
        <SchemaBuilder path={['schema', 'input']} label="Input schema" />
      </Group>
      <Group title="Result of a run" path={['outputs']} startsClosed={workflow.outputs === null}>
        <DataRows path={['outputs']} addLabel="Add a result" />
      </Group>
      <Group title="Environment" path={['env']} startsClosed={workflow.env === null}>
        <DataRows path={['env']} addLabel="Add a variable" />
      </Group>
      <Group title="Limits and id" startsClosed>
        <SchemaFields path={[]} only={['id']} />
        <SchemaFields path={['limits']} />
      </Group>
      <div style={{ padding: '0 14px 14px' }}>
        <OtherKeys path={[]} known={known} />
      </div>
    </div>
  );
}

function StartField({ analysis }: { readonly analysis: ShownAnalysis }): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const nodes = [...analysis.graph.nodes.values()].filter((node) => node.parent === null && node.id === node.task.id);
  if (nodes.length === 0) return null;
  return (
    <Field label="Starts at" layout="row">
      <Select
        value={nodes.find((node) => node.isStart)?.id ?? null}
        disabled={isReadOnly}
        options={nodes.map((node) => ({ value: node.id, label: nameTarget(analysis, node.id) }))}
        onChange={(id) => edit((now) => setStart(now, { id }))}
      />
    </Field>
  );
}
