import type { ReactNode } from 'react';
import type { Path } from '#engine';
import type { DataMap } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { Select } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { formatScalar } from '../parts/scalarText.ts';

/** A schema that says nothing. */
export const NOTHING: DataMap = new Map();

/** The one type a schema names; null where it names none, or several. */
export function typeOf(schema: DataMap): string | null {
  const type = schema.get('type');
  return typeof type === 'string' ? type : null;
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
const ANY = 'any';

interface TypeSelectProps {
  readonly path: Path;
  readonly schema: DataMap;
  readonly label: string;
}

/** The type of a value; several at once are shown as they are written. */
export function TypeSelect({ path, schema, label }: TypeSelectProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const written = schema.get('type');
  const shown = Array.isArray(written)
    ? written.map(formatScalar).join(' | ')
    : written === undefined
      ? ANY
      : formatScalar(written);
  const words: readonly string[] = TYPES;
  const options = [...(shown === ANY || words.includes(shown) ? [] : [shown]), ...words, ANY].map((value) => ({
    value,
    label: value,
  }));
  return (
    <Select<string>
      size="small"
      aria-label={`Type of ${label}`}
      value={shown}
      options={options}
      disabled={isReadOnly}
      onChange={(value) => value !== shown && commitField([...path, 'type'], value === ANY ? undefined : value)}
    />
  );
}
