import { type ReactNode, useState } from 'react';
import type { RunServer } from '#engine/worker';
import { closeDialog, useSession } from '../session/index.ts';
import { openRunForm } from '../session/run/index.ts';
import { PlayIcon, ServerIcon, XIcon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, Select, TableScreen, Tabs } from '../ui/index.ts';
import { AuditPart } from './AuditPart.tsx';
import { describeAccess } from './describeAccess.ts';
import { KeepPart } from './KeepPart.tsx';
import { LimitsPart } from './LimitsPart.tsx';
import { SchedulesPart } from './SchedulesPart.tsx';
import styles from './ServerView.module.css';
import { type SeenServer, useServer } from './useServer.ts';

/** The server that runs start on, or another one: what it does by itself, what it allows, and who did what. */
export function ServerView(): ReactNode {
  const servers = useSession((state) => state.workspace.servers);
  const runOn = useSession((state) => state.workspace.runOn);
  const [chosen, setChosen] = useState<string | null>(null);
  const server = servers.find(({ address }) => address === (chosen ?? runOn)) ?? servers[0];
  const close = <IconButton label="Close" icon={<XIcon />} onClick={closeDialog} />;
  if (server === undefined)
    return (
      <TableScreen title="Server" count="" close={close}>
        <EmptyState
          title="No server is set up"
          actions={
            <Button icon={<PlayIcon />} onClick={() => openRunForm()}>
              Open the form of a run
            </Button>
          }
        >
          Choose “Add a server…” under “Run on” in the form of a run. Its schedules, limits and audit log are here then.
        </EmptyState>
      </TableScreen>
    );
  return (
    <OneServer
      key={server.address}
      server={server}
      close={close}
      choice={
        servers.length > 1 && (
          <Select
            aria-label="Server"
            size="small"
            value={server.address}
            options={servers.map(({ address }) => ({ value: address, label: address, icon: <ServerIcon /> }))}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

type ServerTab = 'schedules' | 'limits' | 'keep' | 'audit';

interface OneServerProps {
  readonly server: RunServer;
  readonly close: ReactNode;
  readonly choice: ReactNode;
}

function OneServer({ server, close, choice }: OneServerProps): ReactNode {
  const seen = useServer(server);
  const [part, setPart] = useState<ServerTab>('schedules');
  return (
    <TableScreen title={new URL(server.address).host} count={describeAccess(seen)} close={close}>
      {choice}
      {seen.problem !== null && (
        <p className={styles.problem} role="status">
          {seen.problem}
        </p>
      )}
      <Tabs label="What to see of the server" value={part} onChange={setPart} tabs={tabsOf(server, seen)} />
    </TableScreen>
  );
}

function tabsOf(
  server: RunServer,
  seen: SeenServer,
): readonly { readonly value: ServerTab; readonly label: string; readonly content: ReactNode }[] {
  const { access } = seen;
  const mayAudit = access?.scope === 'admin' && access.workflows === null;
  return [
    { value: 'schedules', label: 'Schedules', content: <SchedulesPart server={server} seen={seen} /> },
    { value: 'limits', label: 'Limits', content: <LimitsPart seen={seen} /> },
    { value: 'keep', label: 'Kept runs', content: <KeepPart seen={seen} /> },
    ...(mayAudit ? [{ value: 'audit' as const, label: 'Audit log', content: <AuditPart server={server} /> }] : []),
  ];
}
