import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { isDataMap } from '#engine/values';
import { useAnalysis } from '../../session/index.ts';
import { BracesIcon, ExpandIcon } from '../../ui/icons.ts';
import { Dialog, IconButton } from '../../ui/index.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import styles from './SchemaBuilder.module.css';
import { SchemaPart } from './SchemaPart.tsx';

export interface SchemaBuilderProps {
  /** Where the JSON Schema is in the document; it need not be there yet. */
  readonly path: Path;
  /** What it is of, such as `Input schema`. */
  readonly label: string;
}

/** A JSON Schema as a form, or as the text it is; with more room, both side by side. */
export function SchemaBuilder({ path, label }: SchemaBuilderProps): ReactNode {
  const analysis = useAnalysis('own');
  const [isText, setIsText] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  if (!analysis) return null;
  const data = readField(analysis.syntax, path);
  // `true`, `false` and what is no schema at all.
  const isOnlyText = data !== undefined && data !== null && !isDataMap(data);
  const text = <YamlPart path={path} label={label} placeholder="type: object" />;
  return (
    <div className={styles.builder}>
      <div className={styles.marks}>
        {!isOnlyText && (
          <IconButton
            label={isText ? `${label} as a form` : `${label} as text`}
            icon={<BracesIcon />}
            size="small"
            isActive={isText}
            onClick={() => setIsText(!isText)}
          />
        )}
        <IconButton
          label={`${label} as a form with its text`}
          icon={<ExpandIcon />}
          size="small"
          onClick={() => setIsLarge(true)}
        />
      </div>
      {isText || isOnlyText ? text : <SchemaPart path={path} label={label} />}
      {isLarge && (
        <Dialog isOpen size="large" title={label} onClose={() => setIsLarge(false)}>
          <div className={styles.both}>
            <div>{isOnlyText ? null : <SchemaPart path={path} label={label} />}</div>
            <YamlPart path={path} label={`Text of ${label}`} placeholder="type: object" rows={20} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
