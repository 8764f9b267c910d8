import type { ReactNode } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { readField } from '#engine/edit';
import { propertiesAt } from '#engine/model';
import { useAnalysis } from '../../session/index.ts';
import { Field } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { ImportField } from '../fields/ImportField.tsx';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { useConfigKeys } from '../fields/useToolKeys.ts';
import { Group } from '../parts/Group.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import { YamlPart } from '../parts/YamlPart.tsx';

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
          <YamlPart path={[...path, 'schema', 'input']} label="Input schema" placeholder="type: object" />
        </Field>
        <Field label="Output">
          <YamlPart path={[...path, 'schema', 'output']} label="Output schema" placeholder="type: object" />
        </Field>
        <Field label="Config">
          <YamlPart path={[...path, 'schema', 'config']} label="Config schema" placeholder="type: object" />
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

/** The settings of a tool; those that what runs there reads and that are not written yet are offered. */
function ToolConfig({ analysis, path }: { readonly analysis: ShownAnalysis; readonly path: Path }): ReactNode {
  const suggested = useConfigKeys(analysis, path);
  return <DataRows path={path} addLabel="Add a setting" suggested={suggested} />;
}
