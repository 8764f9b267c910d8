import { type ReactNode, useEffect, useRef, useState } from 'react';
import { deleteRuns } from '../../session/history/index.ts';
import { notify, useSession } from '../../session/index.ts';
import {
  type ManyDone,
  readServer,
  removeServed,
  type ServedAct,
  type ServerAccess,
  serverAt,
  steerServed,
} from '../../session/servers/index.ts';
import { Button } from '../../ui/index.ts';
import styles from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows.ts';

/** How long after servers were asked to change runs these are read again, in ms: a cancellation takes effect later. */
const SETTLING = 1_500;

interface RunsQuestionProps {
  readonly act: RunsAct;
  readonly rows: readonly HistoryRow[];
  /** How many of the chosen runs are not meant. */
  readonly others: number;
  readonly onDone: () => void;
  readonly onChanged: () => void;
}

const WORDS = {
  delete: { yes: 'Delete', no: 'Keep' },
  cancel: { yes: 'Cancel the runs', no: 'Let them run' },
  retry: { yes: 'Retry', no: 'Not now' },
} as const satisfies Record<RunsAct, { readonly yes: string; readonly no: string }>;

/** Asks before something is done to many runs, with how many it is done to. What is deleted is kept nowhere else. */
export function RunsQuestion({ act, rows, others, onDone, onChanged }: RunsQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const { yes, no } = WORDS[act];
  const settle = async (): Promise<void> => {
    await actOnRows(act, rows);
    onChanged();
    if (rows.some(({ address }) => address !== null)) setTimeout(onChanged, SETTLING);
  };
  return (
    <fieldset className={styles.question}>
      <legend className={styles.subject}>{describeQuestion(act, rows, others)}</legend>
      <Button
        size="small"
        variant={act === 'retry' ? 'primary' : 'danger'}
        onClick={() => {
          onDone();
          void settle();
        }}
      >
        {yes}
      </Button>
      <Button ref={keep} size="small" onClick={onDone}>
        {no}
      </Button>
    </fieldset>
  );
}

/** What the tokens of all servers may do, as far as these have said so. */
export function useServerAccess(): AccessOf {
  const servers = useSession((state) => state.workspace.servers);
  const [access, setAccess] = useState<AccessOf>(new Map<string, ServerAccess>());
  useEffect(() => {
    let isCurrent = true;
    for (const server of servers)
      void readServer(server).then((state) => {
        const told = state.ok ? state.value?.access : undefined;
        if (isCurrent && told !== undefined) setAccess((known) => new Map(known).set(server.address, told));
      });
    return () => {
      isCurrent = false;
    };
  }, [servers]);
  return access;
}

/** What is done to many runs after a question. Runs of this browser are only deleted. */
export type RunsAct = 'delete' | 'cancel' | 'retry';

/** What the token of each server may do, by address; absent: that is not known, and the server says so where it refuses. */
export type AccessOf = ReadonlyMap<string, ServerAccess>;

/** Those of some runs that something can be done to, as far as is known here. */
export function rowsFor(act: RunsAct, rows: readonly HistoryRow[], access: AccessOf): readonly HistoryRow[] {
  return rows.filter((row) => fits(act, row) && mayDo(act, row, access));
}

function fits(act: RunsAct, { address, status }: HistoryRow): boolean {
  if (act === 'retry') return address !== null && (status === 'error' || status === 'cancelled');
  const hasEnded = status === 'success' || status === 'error' || status === 'cancelled';
  return act === 'cancel' ? address !== null && !hasEnded : address === null || hasEnded;
}

function mayDo(act: RunsAct, { address }: HistoryRow, access: AccessOf): boolean {
  const scope = access.get(address ?? '')?.scope;
  return scope === undefined || (act === 'delete' ? scope === 'admin' : scope !== 'read');
}

/** Why something can be done to none of some runs; undefined where it can. */
export function explainNone(act: RunsAct, rows: readonly HistoryRow[], access: AccessOf): string | undefined {
  if (rowsFor(act, rows, access).length > 0) return undefined;
  const needed = act === 'delete' ? 'admin' : 'run';
  if (rows.some((row) => fits(act, row))) return `Your token for the server needs scope ${needed}`;
  if (act === 'delete') return 'Runs of a server are deleted once they have ended';
  return act === 'cancel' ? 'All of these have ended' : 'Only runs that failed or were cancelled are retried';
}

/** What is asked before something is done to runs. @param others how many were chosen to which it is not done */
export function describeQuestion(act: RunsAct, rows: readonly HistoryRow[], others: number): string {
  const served = rows.filter(({ address }) => address !== null);
  const rest = others === 0 ? '' : ` ${describeOthers(others)}`;
  const where = describePlace(served);
  if (act === 'cancel') return `Cancel ${countRuns(rows)} ${where}?${rest}`;
  if (act === 'retry') return `Retry ${countRuns(rows)} ${where}, with the same input?${rest}`;
  if (served.length === 0) return `Delete ${countRuns(rows)} permanently?${rest}`;
  const part =
    served.length === rows.length ? ` ${where}` : `, ${served.length.toLocaleString('en')} of them ${where},`;
  return `Delete ${countRuns(rows)}${part} permanently?${rest}`;
}

function describeOthers(others: number): string {
  return others === 1
    ? 'Another chosen run stays as it is.'
    : `${others.toLocaleString('en')} others stay as they are.`;
}

function describePlace(rows: readonly HistoryRow[]): string {
  const places = [...new Set(rows.map(({ where }) => where))];
  return places.length === 1 ? `on ${places[0]}` : `on ${places.length} servers`;
}

function countRuns({ length }: readonly unknown[]): string {
  return length === 1 ? 'this run' : `${length.toLocaleString('en')} runs`;
}

const DONE = { delete: 'deleted', cancel: 'cancelled', retry: 'started again' } as const;

/** Does something to runs, wherever they are; a notice says for how many servers did it, and why not for others. */
export async function actOnRows(act: RunsAct, rows: readonly HistoryRow[]): Promise<void> {
  const own = rows.filter(({ address }) => address === null).map(({ runId }) => runId);
  if (act === 'delete' && own.length > 0) await deleteRuns(own);
  const addresses = [...new Set(rows.flatMap(({ address }) => address ?? []))];
  for (const address of addresses) {
    const ids = rows.filter((row) => row.address === address).map(({ runId }) => runId);
    const done = await actThere(act, address, ids);
    notify({
      kind: done.refused.length > 0 ? 'warning' : 'success',
      message: `${new URL(address).host}: ${describeDone(act, done)}`,
    });
  }
}

function actThere(act: RunsAct, address: string, ids: readonly string[]): Promise<ManyDone> {
  const server = serverAt(address);
  const there: ServedAct = act === 'delete' ? 'remove' : act;
  if (server === undefined) return Promise.resolve({ done: 0, refused: ids.map(() => 'The server is not kept here.') });
  return there === 'remove' ? removeServed(server, ids) : steerServed(server, there, ids);
}

/** How many runs something was done to, and the first of the reasons why it was not done to others. */
export function describeDone(act: RunsAct, { done, refused }: ManyDone): string {
  const runs = done === 1 ? '1 run was' : `${done.toLocaleString('en')} runs were`;
  const told = `${runs} ${DONE[act]}.`;
  const [why] = refused;
  if (why === undefined) return told;
  return `${told} ${refused.length === 1 ? '1 was' : `${refused.length.toLocaleString('en')} were`} refused: ${why}`;
}
