import { useState } from 'react';
import type { McpServer } from '#engine/worker';
import { XIcon } from '../ui/icons.ts';
import { IconButton, TextField } from '../ui/index.ts';
import { looksSecret } from './checkVariableName.ts';
import styles from './VariablesPanel.module.css';

type Headers = McpServer['headers'];

export interface McpHeadersProps {
  /** The server's name. */
  readonly server: string;
  readonly headers: Headers;
  /** Whether a new header without a name is being edited. */
  readonly hasDraft: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (headers: Headers) => void;
  /** The new header was left without a name. */
  readonly onGiveUp: () => void;
}

/** What is sent along with each request to a server. Keys are variables: their values are written here as `{{ env.NAME }}`. */
export function McpHeaders({ server, headers, hasDraft, isReadOnly, onChange, onGiveUp }: McpHeadersProps) {
  /** The header that was named a moment ago: its value comes next. */
  const [named, setNamed] = useState<number | null>(null);
  const setAt = (index: number, header: readonly [string, string]) =>
    onChange(headers.map((other, at) => (at === index ? header : other)));
  const unprotected = headers.find(([name, value]) => isCredential(name) && value !== '' && !value.includes('{{'));
  return (
    <>
      {headers.map(([name, value], index) => (
        <div key={index} className={styles.header}>
          <TextField
            size="small"
            isMono
            aria-label={`Header ${index + 1} of ${server}`}
            value={name}
            disabled={isReadOnly}
            onCommit={(text) => setAt(index, [text.trim(), value])}
          />
          <TextField
            size="small"
            isMono
            autoFocus={named === index}
            aria-label={`Value of ${name} of ${server}`}
            placeholder="Bearer {{ env.TOKEN }}"
            value={value}
            disabled={isReadOnly}
            onCommit={(text) => setAt(index, [name, text.trim()])}
          />
          <IconButton
            size="small"
            label={`Delete the header ${name} of ${server}`}
            icon={<XIcon />}
            disabled={isReadOnly}
            onClick={() => onChange(headers.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {hasDraft && (
        <TextField
          size="small"
          isMono
          autoFocus
          aria-label={`Name of a header of ${server}`}
          placeholder="Authorization"
          value=""
          onCommit={(text) => {
            if (text.trim() === '') return onGiveUp();
            setNamed(headers.length);
            onChange([...headers, [text.trim(), '']]);
          }}
          onBlur={onGiveUp}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onGiveUp();
          }}
        />
      )}
      {unprotected !== undefined && (
        <p className={styles.warning}>
          The value of {unprotected[0]} is kept here in clear text. Make it a secret variable, and write{' '}
          <code>{'{{ env.NAME }}'}</code> in its place.
        </p>
      )}
    </>
  );
}

function isCredential(header: string): boolean {
  return /^(authorization|cookie)$/i.test(header) || looksSecret(header.replaceAll('-', '_').toUpperCase());
}
