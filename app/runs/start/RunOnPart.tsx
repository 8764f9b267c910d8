import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { compareText, type ServedFile } from '../../session/servedRuns/index.ts';
import { removeServer, setRunOn } from '../../session/servers/index.ts';
import { ServerIcon, Trash2Icon } from '../../ui/icons.ts';
import { Field, IconButton, Select } from '../../ui/index.ts';
import { AddServer } from './AddServer.tsx';
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
