import { type ReactNode, useId, useState } from 'react';
import { losesDigits } from '#engine/numbers';
import fieldStyles from './Field.module.css';
import { useField } from './Field.tsx';
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

/** A number typed as text: nothing is changed by scrolling, and what does not fit is kept on screen, told of and not reported. */
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
  const field = useField();
  const errorId = useId();

  function commit(text: string) {
    const number = Number(text);
    const isValid =
      text.trim() === '' ||
      (Number.isFinite(number) &&
        !losesDigits(text.trim()) &&
        number >= min &&
        number <= max &&
        (!isInteger || Number.isInteger(number)));
    setRejected(isValid ? null : text);
    if (isValid) onCommit(text.trim() === '' ? null : number);
  }

  return (
    <div className={fieldStyles.control}>
      <TextField
        {...rest}
        inputMode={isInteger ? 'numeric' : 'decimal'}
        value={rejected ?? (value === null ? '' : String(value))}
        isInvalid={rejected !== null}
        aria-describedby={rejected === null ? field?.describedBy : [errorId, field?.describedBy].join(' ').trim()}
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
      {rejected !== null && (
        <p id={errorId} role="alert" className={fieldStyles.error}>
          {losesDigits(rejected.trim())
            ? 'Too many digits for an exact number. Enter fewer.'
            : askFor(isInteger === true, min, max)}
        </p>
      )}
    </div>
  );
}

/** Asks for a number that fits. */
function askFor(isInteger: boolean, min: number, max: number): string {
  const number = isInteger ? 'a whole number' : 'a number';
  if (min === -Infinity && max === Infinity) return `Enter ${number}.`;
  if (max === Infinity) return `Enter ${number} of at least ${min}.`;
  return min === -Infinity ? `Enter ${number} of at most ${max}.` : `Enter ${number} from ${min} to ${max}.`;
}
