import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { isDataMap } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { XIcon } from '../../ui/icons.ts';
import { Field, IconButton, useRowLimit } from '../../ui/index.ts';
import { commitField } from './edit.ts';
import styles from './OtherKeys.module.css';
import { YamlPart } from './YamlPart.tsx';

/** The keys of a map that the format does not know: kept, shown and editable as YAML. Nothing when there are none. */
export function OtherKeys({ path, known }: { readonly path: Path; readonly known: readonly string[] }): ReactNode {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const data = analysis ? readField(analysis.syntax, path) : undefined;
  const other = isDataMap(data) ? [...data.keys()].filter((key) => !known.includes(key)) : [];
  const [shown, more] = useRowLimit(other);
  if (other.length === 0) return null;
  return (
    <div className={styles.other}>
      <h4 className={styles.title}>Other keys</h4>
      <p className={styles.hint}>The format does not read these. They are kept as they are.</p>
      {shown.map((key) => (
        <Field
          key={key}
          label={<code>{key}</code>}
          trailing={
            !isReadOnly && (
              <IconButton
                label={`Remove ${key}`}
                icon={<XIcon />}
                size="small"
                onClick={() => commitField([...path, key], undefined)}
              />
            )
          }
        >
          <YamlPart path={[...path, key]} label={key} />
        </Field>
      ))}
      {more}
    </div>
  );
}
