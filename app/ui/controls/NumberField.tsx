import type { ReactNode } from 'react';
import { useState } from 'react';
import { TextField } from './TextField.tsx';

export interface NumberFieldProps {
  readonly value: number | null;
  /** A valid number, or null when the field was emptied. Never called with what is out of range. */
  readonly onCommit: (value: number | null) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Arrow keys step by this; Shift by ten times as much. */
  readonly step?: number | undefined;
  readonly isInteger?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly suffix?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

/** A number typed as text: nothing is changed by scrolling, and what is no number is marked, kept on screen and not reported. */
export function NumberField({
  value,
  onCommit,
  min = -Infinity,
  max = Infinity,
  step = 1,
  isInteger,
  ...rest
}: NumberFieldProps) {
  const [rejected, setRejected] = useState<string | null>(null);

  function commit(text: string) {
    const number = Number(text);
    const isValid =
      text.trim() === '' ||
      (Number.isFinite(number) && number >= min && number <= max && (!isInteger || Number.isInteger(number)));
    setRejected(isValid ? null : text);
    if (isValid) onCommit(text.trim() === '' ? null : number);
  }

  return (
    <TextField
      {...rest}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      value={rejected ?? (value === null ? '' : String(value))}
      isInvalid={rejected !== null}
      data-draft={rejected === null ? undefined : ''}
      onCommit={commit}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (direction === 0) return;
        event.preventDefault();
        const next = (value ?? 0) + direction * step * (event.shiftKey ? 10 : 1);
        commit(String(Math.min(max, Math.max(min, Number(next.toFixed(10))))));
      }}
    />
  );
}
