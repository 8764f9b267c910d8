import { type ReactNode, useState } from 'react';
import type { RunServer } from '#engine/worker';
import { closeDialog, openDialog, useSession } from '../session/index.ts';
import { openRunForm } from '../session/run/index.ts';
import type { KeepRule, LimitLoad, ServerLoad } from '../session/servers/index.ts';
import { PlayIcon, ServerIcon, TableIcon, XIcon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, Screen, Select, TableScreen, Tabs } from '../ui/index.ts';
import { AuditPart } from './AuditPart.tsx';
import { NumberTable } from './NumberTable.tsx';
import { SchedulesPart } from './SchedulesPart.tsx';
import styles from './ServerView.module.css';
import { describeAccess, explainNoLoad, type SeenServer, useServer } from './useServer.ts';

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

/** How much of its limits a server has taken: of each rule, and by workflow. */
export function LimitsPart({ seen }: { readonly seen: SeenServer }): ReactNode {
  const { load } = seen;
  if (load === null) return <EmptyState title="Limits are not shown">{explainNoLoad(seen)}</EmptyState>;
  const { limits, workflows, rates } = load;
  return (
    <div className={styles.part}>
      <NumberTable
        title="Limits"
        columns={['Workflows', 'Active', 'Queued', 'Size of a run']}
        rows={limits.map((limit) => ({
          key: limit.workflow ?? '',
          isFull: isFull(limit),
          cells: [
            limit.workflow ?? 'All',
            describeTaken(limit.active, limit.mostActive),
            describeTaken(limit.queued, limit.mostQueued),
            limit.size === null ? '' : `at most ${formatSize(limit.size)}`,
          ],
        }))}
      />
      {workflows.length === 0 ? (
        <p className={styles.facts}>No run is unfinished, and no start was refused.</p>
      ) : (
        <NumberTable title="By workflow" columns={WORKFLOW_COLUMNS} rows={workflowRows(workflows)} />
      )}
      {rates.length > 0 && (
        <NumberTable
          title="Rates"
          columns={['Who', 'Rate', 'Refused']}
          rows={rates.map(({ by, rate, refused }) => ({
            key: by,
            isFull: refused > 0,
            cells: [by, rate, refused.toLocaleString('en')],
          }))}
        />
      )}
      <p className={styles.facts}>What was refused counts since the server began.</p>
    </div>
  );
}

const WORKFLOW_COLUMNS = ['Workflow', 'Active', 'Queued', 'Waiting', 'Paused', 'Refused'];

function workflowRows(workflows: ServerLoad['workflows']): Parameters<typeof NumberTable>[0]['rows'] {
  return workflows.map(({ path, active, queued, waiting, paused, refused }) => ({
    key: path,
    isFull: refused > 0,
    cells: [path, ...[active, queued, waiting, paused, refused].map((count) => count.toLocaleString('en'))],
  }));
}

function describeTaken(taken: number, most: number | null): string {
  return most === null ? taken.toLocaleString('en') : `${taken.toLocaleString('en')} of ${most.toLocaleString('en')}`;
}

/** Whether a further run has to wait, or is refused. */
function isFull({ active, mostActive, queued, mostQueued }: LimitLoad): boolean {
  return (mostActive !== null && active >= mostActive) || (mostQueued !== null && queued > 0 && queued >= mostQueued);
}

/** Which ended runs a server keeps, and the way to those that are there. */
export function KeepPart({ seen }: { readonly seen: SeenServer }): ReactNode {
  const { load } = seen;
  if (load === null) return <EmptyState title="What is kept is not shown">{explainNoLoad(seen)}</EmptyState>;
  const { keep } = load;
  return (
    <div className={styles.part}>
      {keep === null ? (
        <p className={styles.facts}>
          All runs are kept. “keep” in signalbox.serve.yaml sets how many, and for how long.
        </p>
      ) : (
        <>
          {keep.rules.length > 0 && (
            <NumberTable
              title="Runs that are kept"
              columns={['Workflows', 'Ended with', 'Newest', 'For']}
              rows={keep.rules.map((rule, index) => ({ key: String(index), cells: cellsOf(rule) }))}
            />
          )}
          <p className={styles.facts}>
            {keep.rules.length > 1 && 'The first row that matches a run applies. '}
            {keep.bytes !== null && `All ended runs may take ${formatSize(keep.bytes)}; the oldest are removed first. `}
            {keep.isArchived ? 'Removed runs are moved to the archive.' : 'Removed runs are deleted.'} Unfinished runs
            are never removed.
          </p>
        </>
      )}
      <Button size="small" icon={<TableIcon />} onClick={() => openDialog('history')}>
        Show the runs as a table
      </Button>
    </div>
  );
}

function cellsOf({ workflow, status, runs, days }: KeepRule): readonly string[] {
  return [
    workflow ?? 'All',
    status ?? 'any status',
    runs === null ? 'no limit' : `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`,
    days === null ? 'no limit' : `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}`,
  ];
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size on a disk as the configuration of a server writes it: `500 MB`, `1.5 GB`. */
function formatSize(bytes: number): string {
  let [size, unit] = [bytes / 1000, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${Math.round(size * 10) / 10} ${UNITS[unit]}`;
}

/** The servers of runs, one at a time, in the whole window. */
export function ServerDialog(): ReactNode {
  return useSession((state) => state.view.dialog === 'servers') ? (
    <Screen isOpen isFull onClose={closeDialog} label="Server">
      <ServerView />
    </Screen>
  ) : null;
}
