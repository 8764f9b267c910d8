import { type ReactNode } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { propertiesAt } from '#engine/model';
import { type Data, isDataMap } from '#engine/values';
import { useAnalysis } from '../../session/index.ts';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import { SettingField } from './SettingField.tsx';

export interface SchemaFieldsProps {
  readonly path: Path;
  /** Only these keys, in this order; all when absent. */
  readonly only?: readonly string[] | undefined;
  /** Keys other parts of the form are for. */
  readonly except?: readonly string[] | undefined;
}

/** The fields the format has at a place, each in the control its schema asks for, and the keys it does not know. */
export function SchemaFields({ path, only, except = [] }: SchemaFieldsProps): ReactNode {
  const analysis = useAnalysis('own');
  if (!analysis) return null;
  const all = propertiesAt(path, readDocument(analysis));
  const shown = only ? only.flatMap((key) => all.find((it) => it.key === key) ?? []) : all;
  const here: Data | undefined = readField(analysis.syntax, path);
  const known = all.map((property) => property.key);
  return (
    <>
      {shown
        .filter(({ key }) => !except.includes(key))
        .map((property) => (
          <SettingField
            key={property.key}
            path={[...path, property.key]}
            property={property}
            renderFields={(inner) => <SchemaFields path={inner} />}
            value={isDataMap(here) ? here.get(property.key) : undefined}
          />
        ))}
      {!only && <OtherKeys path={path} known={known} />}
    </>
  );
}
