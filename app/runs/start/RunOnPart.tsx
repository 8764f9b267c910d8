import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { compareText, type ServedFile } from '../../session/servedRuns/index.ts';
import { keepServer, readAddress, removeServer, setRunOn } from '../../session/servers/index.ts';
import { ServerIcon, Trash2Icon } from '../../ui/icons.ts';
import { Button, Field, IconButton, SecretField, Select, TextField } from '../../ui/index.ts';
import styles from './RunOnPart.module.css';

/** No server has this address. */
const BROWSER = 'browser';
const ADD = 'add';

interface RunOnPartProps {
  readonly path: string;
  /** False: a part of the workflow runs. */
  readonly isWhole: boolean;
  /** Whether a server is being added. */
  readonly isAdding: boolean;
  readonly onAdd: (isAdding: boolean) => void;
}

/** Where a run starts: in this browser, or on a server, with what that server has of the file. */
export function RunOnPart({ path, isWhole, isAdding, onAdd }: RunOnPartProps): ReactNode {
  const servers = useSession((state) => state.workspace.servers);
  const runOn = useSession((state) => state.workspace.runOn);
  if (!isWhole) {
    if (servers.length === 0) return null;
    return <p className={styles.note}>Runs in this browser: a server runs whole workflows.</p>;
  }
  return (
    <div className={styles.part}>
      <div className={styles.choice}>
        <Field label="Run on">
          <Select
            value={isAdding ? ADD : (runOn ?? BROWSER)}
            options={[
              { value: BROWSER, label: 'This browser' },
              ...servers.map(({ address }) => ({ value: address, label: address, icon: <ServerIcon /> })),
              { value: ADD, label: 'Add a server…' },
            ]}
            onChange={(value) => {
              onAdd(value === ADD);
              if (value !== ADD) setRunOn(value === BROWSER ? null : value);
            }}
          />
        </Field>
        {runOn !== null && !isAdding && (
          <IconButton
            label={`Forget the server ${runOn}`}
            icon={<Trash2Icon />}
            onClick={() => void removeServer(runOn)}
          />
        )}
      </div>
      {isAdding ? (
        <AddServer onClose={() => onAdd(false)} />
      ) : (
        runOn !== null && <FileOnServer key={`${runOn} ${path}`} address={runOn} path={path} />
      )}
    </div>
  );
}

/** What the chosen server has of the file, in words. */
function FileOnServer({ address, path }: { readonly address: string; readonly path: string }): ReactNode {
  const server = useSession((state) => state.workspace.servers.find((each) => each.address === address));
  const [file, setFile] = useState<ServedFile | null>(null);
  const [isGivingToken, setIsGivingToken] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    if (server !== undefined)
      void compareText(server, path).then((found) => {
        if (isCurrent) setFile(found);
      });
    return () => {
      isCurrent = false;
    };
  }, [server, path]);
  if (isGivingToken) return <AddServer address={address} onClose={() => setIsGivingToken(false)} />;
  const isBad = file !== null && file.type !== 'same';
  return (
    <p className={styles.note} data-tone={isBad ? 'warning' : undefined} role="status">
      {file === null ? `Asking ${address}…` : describeFile(file, path)}{' '}
      {file?.type === 'unknown' && (
        <button type="button" className={styles.link} onClick={() => setIsGivingToken(true)}>
          Give another token
        </button>
      )}
    </p>
  );
}

function describeFile(file: ServedFile, path: string): string {
  switch (file.type) {
    case 'same':
      return `The server has ${path} with this text. Simulation, budgets and breakpoints are for runs in this browser.`;
    case 'other':
      return `The server has ${path} with another text, and runs that one. Save this one to its folder to run it.`;
    case 'invalid':
      return `The server has ${path} with errors, and does not run it.`;
    case 'missing':
      return `The server has no ${path}. Save it to the folder that it serves, under this path.`;
    case 'unhashed':
      return `The server has ${path}. Its text cannot be compared on this page, which was loaded over plain HTTP: open Signalbox over HTTPS to compare.`;
    case 'unknown':
      return file.message;
  }
}

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
function AddServer({ address: known, onClose }: AddServerProps): ReactNode {
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
