import type { ReactNode } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { readField } from '#engine/edit';
import { findImportPlace } from '#engine/model';
import { useIsReadOnly, useSession } from '../../session/index.ts';
import { CornerDownRightIcon } from '../../ui/icons.ts';
import { Button, Field, TextField } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { FieldLabel } from '../parts/FieldLabel.tsx';
import { type OpenableKind, openDefinition } from '../parts/openDefinition.ts';
import { formatScalar } from '../parts/scalarText.ts';
import styles from './ImportField.module.css';

export interface ImportFieldProps {
  readonly analysis: ShownAnalysis;
  /** Of the task, agent or tool. */
  readonly path: Path;
  readonly kind: OpenableKind;
}

/** The file a definition comes from, with the way there. Nothing where it imports none. */
export function ImportField({ analysis, path, kind }: ImportFieldProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const files = useSession((state) => state.document.workspace.files);
  const field = [...path, 'import'];
  const value = readField(analysis.syntax, field);
  if (value === undefined) return null;
  const written = formatScalar(value);
  const place = findImportPlace(written, analysis.path, files);
  const isThere = 'file' in place && files.has(place.file);
  const why = 'message' in place ? place.message : isThere ? undefined : `${place.file} is not in the workspace.`;
  return (
    <Field
      label={
        <FieldLabel text="Import" description="The file that holds the definition; keys written here win over it." />
      }
      error={why}
    >
      <div className={styles.import}>
        <TextField
          isMono
          aria-label="Import"
          disabled={isReadOnly}
          value={written}
          onCommit={(text) => commitField(field, text.trim() === '' ? undefined : text.trim())}
        />
        <Button
          size="small"
          icon={<CornerDownRightIcon />}
          disabled={!isThere}
          onClick={() => isThere && openDefinition(place.file, { kind, id: place.id })}
        >
          Open
        </Button>
      </div>
    </Field>
  );
}
