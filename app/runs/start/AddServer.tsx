import { type ReactNode, useRef, useState } from 'react';
import { keepServer, readAddress, setRunOn } from '../../session/servers/index.ts';
import { Button, Field, SecretField, Select, TextField } from '../../ui/index.ts';
import styles from './RunOnPart.module.css';

interface AddServerProps {
  /** Set: of a server that is kept; only its token is asked for. */
  readonly address?: string;
  readonly onClose: () => void;
}

const KEEP = [
  { value: 'device', label: 'On this device, sealed' },
  { value: 'session', label: 'Until this tab is closed' },
] as const;

/** Asks for a server: where it is, and the token that lets one in, which is kept as secrets are. */
export function AddServer({ address: known, onClose }: AddServerProps): ReactNode {
  const [address, setAddress] = useState(known ?? '');
  const [keep, setKeep] = useState<(typeof KEEP)[number]['value']>('device');
  const [problem, setProblem] = useState<string | undefined>();
  const token = useRef<{ take: () => string }>(null);
  const add = async (): Promise<void> => {
    const read = readAddress(address);
    // The token stays in its field.
    if (!read.ok) return setProblem(read.error);
    const kept = await keepServer({ address, token: token.current?.take() ?? '', keep });
    if (!kept.ok) return setProblem(kept.error);
    setRunOn(kept.value.address);
    onClose();
  };
  return (
    <fieldset
      className={styles.add}
      aria-label={known === undefined ? 'Add a server' : `Token of ${known}`}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        // Else the form around it would start a run.
        event.preventDefault();
        void add();
      }}
    >
      {known === undefined && (
        <Field label="Address" hint="Where signalbox serve says it is" error={problem}>
          <TextField value={address} placeholder="http://127.0.0.1:4700" isMono autoFocus onChange={setAddress} />
        </Field>
      )}
      <Field label="Token" hint="From signalbox serve token; leave it empty if the server asks for none">
        <SecretField ref={token} />
      </Field>
      <Field label="Keep the token">
        <Select value={keep} options={KEEP} onChange={setKeep} />
      </Field>
      <p className={styles.note}>
        The server has to allow this page: signalbox serve --cors <code>{location.origin}</code>
      </p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>Back</Button>
        <Button variant="primary" onClick={() => void add()}>
          {known === undefined ? 'Add the server' : 'Use this token'}
        </Button>
      </div>
    </fieldset>
  );
}
