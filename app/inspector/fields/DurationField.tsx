import { type ReactNode, useState } from 'react';
import { parseDuration } from '#engine/model';
import type { Data } from '#engine/values';
import { Button, TextField } from '../../ui/index.ts';
import { formatScalar } from '../parts/scalarText.ts';
import { isTemplateText, Problem } from './NumberSetting.tsx';

export interface DurationFieldProps {
  readonly value: Data | undefined;
  /** A duration or a whole template; undefined when the field was emptied. */
  readonly onCommit: (value: string | undefined) => void;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

/** A duration such as `1m30s`. What is none stays on screen with what to write instead. */
export function DurationField({ value, onCommit, ...rest }: DurationFieldProps): ReactNode {
  const [rejected, setRejected] = useState<string | null>(null);

  function commit(text: string) {
    const problem = findProblem(text);
    setRejected(problem ? text : null);
    if (!problem) onCommit(text.trim() === '' ? undefined : text.trim());
  }

  const shown = rejected ?? formatScalar(value);
  const problem = findProblem(shown);
  const better = problem?.suggestion;
  return (
    <>
      <TextField
        {...rest}
        value={shown}
        isInvalid={problem !== null}
        isMono={isTemplateText(shown)}
        onCommit={commit}
      />
      {problem && <Problem text={problem.reason} />}
      {better !== undefined && !rest.disabled && (
        <Button variant="ghost" size="small" onClick={() => commit(better)}>
          Write {better}
        </Button>
      )}
    </>
  );
}

interface DurationProblem {
  readonly reason: string;
  readonly suggestion?: string;
}

function findProblem(text: string): DurationProblem | null {
  if (text.trim() === '' || isTemplateText(text)) return null;
  const parsed = parseDuration(text.trim());
  return parsed.ok ? null : parsed.error;
}
