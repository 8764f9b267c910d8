import { type ReactNode, useState } from 'react';
import { parseDuration } from '#engine/model';
import { losesDigits } from '#engine/numbers';
import { type Data } from '#engine/values';
import { Button, TextField } from '../../ui/index.ts';
import { formatScalar } from '../parts/scalarText.ts';

export interface NumberSettingProps {
  readonly value: Data | undefined;
  /** A number, a whole template, or undefined when the field was emptied. */
  readonly onCommit: (value: number | string | undefined) => void;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly isInteger?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

/** A number or a template that gives one. What is neither stays on screen, marked with the reason, and is not written. */
export function NumberSetting({
  value,
  onCommit,
  minimum,
  maximum,
  isInteger,
  ...rest
}: NumberSettingProps): ReactNode {
  const [rejected, setRejected] = useState<string | null>(null);

  function commit(text: string) {
    const problem = findProblem(text.trim(), { minimum, maximum, isInteger });
    setRejected(problem ? text : null);
    if (problem) return;
    if (text.trim() === '') onCommit(undefined);
    else onCommit(isTemplateText(text) ? text : Number(text));
  }

  function step(direction: number) {
    const next = (typeof value === 'number' ? value : 0) + direction;
    commit(String(Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, next))));
  }

  const problem = rejected === null ? null : findProblem(rejected.trim(), { minimum, maximum, isInteger });
  return (
    <>
      <TextField
        {...rest}
        inputMode={isInteger ? 'numeric' : 'decimal'}
        value={rejected ?? formatScalar(value)}
        isInvalid={problem !== null}
        isMono={typeof value === 'string'}
        title={problem ?? undefined}
        onCommit={commit}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (direction === 0 || typeof value === 'string') return;
          event.preventDefault();
          step(direction * (event.shiftKey ? 10 : 1) * (isInteger ? 1 : 0.1));
        }}
      />
      {problem && <Problem text={problem} />}
    </>
  );
}

/** Why a field's text is not written. */
export function Problem({ text }: { readonly text: string }): ReactNode {
  return (
    <p role="alert" style={{ color: 'var(--error)', fontSize: 'var(--text-small)' }}>
      {text}
    </p>
  );
}

/** Whether a text is one template and nothing else: its value gets its type when it runs. */
export function isTemplateText(text: string): boolean {
  return /^\s*\{\{[\s\S]*\}\}\s*$/.test(text);
}

type NumberRange = Pick<NumberSettingProps, 'minimum' | 'maximum' | 'isInteger'>;

function findProblem(text: string, { minimum, maximum, isInteger }: NumberRange): string | null {
  if (text === '' || isTemplateText(text)) return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return 'Enter a number, or a {{ template }} that gives one.';
  if (losesDigits(text)) return 'Too many digits for an exact number. Enter fewer.';
  if (isInteger && !Number.isInteger(number)) return 'Enter a whole number.';
  if (minimum !== undefined && number < minimum) return `Enter at least ${minimum}.`;
  return maximum !== undefined && number > maximum ? `Enter at most ${maximum}.` : null;
}

interface DurationFieldProps {
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
    const problem = findDurationProblem(text);
    setRejected(problem ? text : null);
    if (!problem) onCommit(text.trim() === '' ? undefined : text.trim());
  }

  const shown = rejected ?? formatScalar(value);
  const problem = findDurationProblem(shown);
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

function findDurationProblem(text: string): DurationProblem | null {
  if (text.trim() === '' || isTemplateText(text)) return null;
  const parsed = parseDuration(text.trim());
  return parsed.ok ? null : parsed.error;
}
