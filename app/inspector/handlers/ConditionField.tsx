import type { ReactNode } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { readField } from '#engine/edit';
import { useIsReadOnly } from '../../session/index.ts';
import { Field } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { bareCompleterFor } from '../language/completerFor.ts';
import { formatScalar } from '../parts/scalarText.ts';

export interface ConditionFieldProps {
  readonly analysis: ShownAnalysis;
  /** Where the condition is written, or will be. */
  readonly path: Path;
  /** What holds without one. */
  readonly placeholder: string;
  readonly onCommit: (text: string) => void;
}

/** The condition of a route or of an error handler: an expression without braces. */
export function ConditionField({ analysis, path, placeholder, onCommit }: ConditionFieldProps): ReactNode {
  return (
    <Field label="Condition" layout="row">
      <ExpressionField
        value={formatScalar(readField(analysis.syntax, path))}
        isBare
        disabled={useIsReadOnly() !== null}
        complete={bareCompleterFor(path)}
        placeholder={placeholder}
        onCommit={onCommit}
      />
    </Field>
  );
}
