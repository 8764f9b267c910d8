import type { ReactNode } from 'react';
import { Tooltip } from '../../ui/index.ts';
import styles from './FieldLabel.module.css';

/** `max_concurrent` as a label: `Max concurrent`. Abbreviations keep their capitals. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return label.replace(/\b(api|csv|html|id|json|url|xml)\b/gi, (word) => word.toUpperCase());
}

/** The name of a field; its purpose is in its tooltip. */
export function FieldLabel({
  text,
  description,
}: {
  readonly text: string;
  readonly description?: string | undefined;
}): ReactNode {
  if (!description) return text;
  return (
    <Tooltip label={description.replaceAll('`', '')} side="left">
      <span className={styles.label}>{text}</span>
    </Tooltip>
  );
}
