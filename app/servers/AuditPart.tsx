import { type ReactNode, useEffect, useState } from 'react';
import type { RunServer } from '#engine/worker';
import { closeDialog } from '../session/index.ts';
import { openRun } from '../session/run/index.ts';
import { type AuditEntry, describeProblem, readAudit, toServedId } from '../session/servers/index.ts';
import { Button, EmptyState, formatMoment, TableBar, TableSearch, useNow } from '../ui/index.ts';
import styles from './ServerView.module.css';

/** How long after the last keystroke a workflow is looked for, in ms. */
const TYPING = 300;

/** Who did what on a server, the newest first, page by page, of all workflows or of one. */
export function AuditPart({ server }: { readonly server: RunServer }): ReactNode {
  const [workflow, setWorkflow] = useState('');
  const { entries, next, problem, readMore } = useAudit(server, workflow.trim());
  const now = useNow(false);
  return (
    <div className={styles.part}>
      <TableBar>
        <TableSearch
          label="Only of this workflow"
          placeholder="Workflow, such as orders/new"
          value={workflow}
          onChange={setWorkflow}
        />
      </TableBar>
      {problem !== null && (
        <p className={styles.problem} role="status">
          {problem}
        </p>
      )}
      {entries !== null && entries.length === 0 && problem === null && (
        <EmptyState title={next === null ? 'No one has done anything' : 'Nothing in this part of the log'}>
          Starts, signals, cancellations and changes are here, with who made them.
        </EmptyState>
      )}
      <ol className={styles.list} aria-label="Who did what, newest first">
        {entries?.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <time dateTime={new Date(entry.at).toISOString()}>{formatMoment(entry.at, now)}</time>
            <span>
              <strong>{entry.by}</strong> {describeEntry(entry)}
            </span>
            <ShowRun entry={entry} server={server} />
          </li>
        ))}
      </ol>
      {next !== null && (
        <Button size="small" onClick={readMore}>
          Show more
        </Button>
      )}
    </div>
  );
}

function ShowRun({ entry, server }: { readonly entry: AuditEntry; readonly server: RunServer }): ReactNode {
  const { runId, action } = entry;
  if (runId === null || action === 'removed') return null;
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={`Show the run ${runId}`}
      onClick={() => {
        closeDialog();
        void openRun(toServedId({ address: server.address, runId }));
      }}
    >
      Show
    </button>
  );
}

/** What somebody did, in words after their name. */
export function describeEntry({ action, path, what, runId }: AuditEntry): string {
  const run = path === null ? `the run ${runId ?? ''}` : `a run of ${path}`;
  if (action === 'changed') return what ?? 'changed the configuration';
  if (runId === null) return `${action} the ${what ?? 'server'}`;
  if (action === 'signalled') return `answered ${run} (${what ?? 'a signal'})`;
  if (action === 'skipped') return `skipped a wait of ${run}`;
  return what === null ? `${action} ${run}` : `${action} ${run} (${what})`;
}

interface ReadAudit {
  /** Null until they are there. */
  readonly entries: readonly AuditEntry[] | null;
  readonly next: string | null;
  readonly problem: string | null;
}

function useAudit(server: RunServer, workflow: string): ReadAudit & { readonly readMore: () => void } {
  const [read, setRead] = useState<ReadAudit>({ entries: null, next: null, problem: null });
  const path = workflow === '' ? null : workflow;
  useEffect(() => {
    let isCurrent = true;
    const first = async (): Promise<void> => {
      const page = await readPage(server, path, null);
      if (isCurrent) setRead(page);
    };
    const timer = setTimeout(() => void first(), path === null ? 0 : TYPING);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [server, path]);
  const readMore = (): void =>
    void readPage(server, path, read.next).then((page) =>
      setRead((known) =>
        // Another workflow is asked for by now, or the page is there.
        known === read ? { ...page, entries: [...(known.entries ?? []), ...(page.entries ?? [])] } : known,
      ),
    );
  return { ...read, readMore };
}

async function readPage(server: RunServer, path: string | null, cursor: string | null): Promise<ReadAudit> {
  const page = await readAudit(server, { path, cursor });
  return page.ok
    ? { ...page.value, problem: null }
    : { entries: [], next: cursor, problem: describeProblem(server.address, page.error) };
}
