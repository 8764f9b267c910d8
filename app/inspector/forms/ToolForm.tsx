import type { ReactNode } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { readField } from '#engine/edit';
import { propertiesAt } from '#engine/model';
import { useAnalysis } from '../../session/index.ts';
import { Field } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { ImportField } from '../fields/ImportField.tsx';
import { InputFields } from '../fields/InputFields.tsx';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { useConfigFields } from '../fields/useInputFields.ts';
import { Group } from '../parts/Group.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import { SchemaBuilder } from '../schema/SchemaBuilder.tsx';

/** A tool: what runs, how it is set, and the schemas of its config, input and output. */
export function ToolForm({ path }: { readonly path: Path }): ReactNode {
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
