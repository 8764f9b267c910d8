import { asyncProperty, check, constantFrom, type RunDetails } from 'fast-check';
import { openDisk } from '../hosts/worker/journal/openDisk.ts';
import type { SecretQuestion } from '../hosts/worker/protocol/protocol.ts';
import type { RunEvent } from '../run/index.ts';
import { answerHostile, type Sent } from './answerHostile.ts';
import { CANARY, EVIL_ORIGIN, GOOD_ORIGIN, hostileWorkflow, showsCanary } from './hostileWorkflow.ts';
import { createMemoryFiles, createMemoryKeyValues } from './memoryFiles.ts';
import { makeRequest, openEngine } from './openEngine.ts';

/** What the user allows the secret at the good origin; nothing anywhere else. */
type Permission = 'nothing' | 'credential' | 'content';

/** The result of many hostile workflows: how often the secret reached where it may go, and the first that broke a promise. */
export interface HostileResult {
  readonly runs: number;
  readonly reached: number;
  /** How many files were made and looked at. */
  readonly files: number;
  readonly broken: string | null;
}

/** What is tried. */
export interface HostileTrial {
  readonly runs: number;
  /** The same again for the same one; absent: another each time. */
  readonly seed?: number;
  /** Called before each run, to give it its own database: a shared one takes longer to read with each run. */
  readonly renew?: () => void;
  /** Makes files of a run that has ended, each of which is looked at, too; absent: none. */
  readonly makeFiles?: (run: EndedSummary) => Promise<readonly string[]>;
}

/** A hostile run that has ended. */
export interface EndedSummary {
  readonly source: string;
  readonly events: readonly RunEvent[];
  /** As `signalbox-run/1`; null where it was not kept. */
  readonly exported: string | null;
}

/** A secret that can be guessed, short as a PIN. */
const PIN = 'zq4831';

/** Origins that the workflows name, and that of the page: what a question may be about. */
const NAMED: readonly (string | null)[] = [GOOD_ORIGIN, EVIL_ORIGIN, 'https://app.test', null];

/**
 * Runs so many hostile workflows in the engine of the browser with a secret that cannot be guessed: it arrives nowhere that the
 * user did not allow it as this, was asked about before, and is in nothing that is kept, shown or exported.
 */
export async function tryCanary(trial: HostileTrial): Promise<HostileResult> {
  return tryRuns(trial, CANARY, ({ permission, sent, asked, kept }) => {
    const problems: string[] = [];
    if (showsCanary(kept)) problems.push('What is kept shows the secret.');
    let reached = 0;
    for (const { origin, signed, said } of sent) {
      const as = showsCanary(said) ? 'content' : showsCanary(signed) ? 'credential' : null;
      if (as === null) continue;
      reached += 1;
      const isAllowed = origin === GOOD_ORIGIN && (permission === 'content' || permission === as);
      if (!isAllowed) problems.push(`The secret reached ${origin} as ${as}.`);
      if (!asked.some((question) => question.origin === origin))
        problems.push(`The user was not asked about ${origin}.`);
    }
    const strange = asked.find(({ origin }) => !NAMED.includes(origin));
    if (strange !== undefined) problems.push(`A question names ${strange.origin}, which no workflow did.`);
    return { reached, problems };
  });
}

/** The same with one that can be guessed: from its first use on, no request goes anywhere but where it may go. */
export async function tryGuessable(trial: HostileTrial): Promise<HostileResult> {
  return tryRuns(trial, PIN, ({ sent, kept }) => {
    const first = sent.findIndex(({ signed, said }) => signed.includes(PIN) || said.includes(PIN));
    const problems = kept.includes(PIN) ? ['What is kept shows the secret.'] : [];
    const later = first === -1 ? [] : sent.slice(first);
    for (const { origin } of later) if (origin !== GOOD_ORIGIN) problems.push(`Data of the run reached ${origin}.`);
    return { reached: later.length, problems };
  });
}

interface Finished {
  readonly permission: Permission;
  readonly sent: readonly Sent[];
  readonly asked: readonly SecretQuestion[];
  /** Journal, events, export and questions, as text. */
  readonly kept: string;
}

async function tryRuns(
  { runs: numRuns, seed, renew, makeFiles }: HostileTrial,
  value: string,
  judge: (finished: Finished) => { readonly reached: number; readonly problems: readonly string[] },
): Promise<HostileResult> {
  let reached = 0;
  let files = 0;
  const permissions = constantFrom<Permission>('nothing', 'credential', 'content');
  const property = asyncProperty(hostileWorkflow(), permissions, async (source, permission) => {
    renew?.();
    const finished = await run(source, value, permission, makeFiles);
    files += finished.files.length;
    const judged = judge({ ...finished, kept: [finished.kept, ...finished.files].join('\n') });
    reached += judged.reached;
    if (judged.problems.length > 0) throw new Error(judged.problems.join(' '));
  });
  const details: RunDetails<[string, Permission]> = await check(property, {
    numRuns,
    ...(seed === undefined ? {} : { seed }),
  });
  const { failed, counterexample, errorInstance, numRuns: runs } = details;
  const broken = failed ? `${String(errorInstance)} Seed ${details.seed}: ${JSON.stringify(counterexample)}` : null;
  return { runs, reached, files, broken };
}

/** Waits for the end of a run; one that pauses for what it lacks, such as a value that the user does not give, is cancelled. */
async function endRun({ clock, engine, events, finished }: ReturnType<typeof openEngine>, id: string): Promise<void> {
  const last = await clock.until(() => {
    const event = events.get(id)?.at(-1);
    return (event?.type === 'run.finished' || (event?.type === 'run.paused' && event.reason === 'missing')) && event;
  });
  if (last.type === 'run.paused') await clock.settle(engine.controlRun(id, { type: 'run.cancelled' }));
  await finished(id);
}

async function run(
  source: string,
  value: string,
  permission: Permission,
  makeFiles: HostileTrial['makeFiles'] = () => Promise.resolve([]),
): Promise<Finished & { readonly files: readonly string[] }> {
  const sent: Sent[] = [];
  const asked: SecretQuestion[] = [];
  const page = openEngine({
    fetch: answerHostile(sent),
    ports: { keyValues: createMemoryKeyValues() },
    onSecrets: ({ questions: [question] }) => {
      if (question === undefined) return;
      asked.push(question);
      // Asked for a value itself, a user who allows anything gives the secret under that name, too.
      if (question.origin === null && permission !== 'nothing') {
        void page.engine.changeSecret({ type: 'set', name: question.name, value, keep: 'session' });
        return;
      }
      const isGranted = question.origin === GOOD_ORIGIN && (permission === 'content' || permission === question.as);
      void page.engine.answerSecret(question.id, isGranted ? 'always' : 'never');
    },
  });
  const docs = { name: 'docs', url: `${EVIL_ORIGIN}/mcp`, headers: [] };
  await page.engine.setWorkspace(createMemoryFiles(), [docs]);
  await page.clock.settle(page.engine.changeSecret({ type: 'set', name: 'KEY', value, keep: 'session' }));
  const variables = [{ name: 'KEY', value: '', isSecret: true }];
  const started = await page.clock.settle(page.engine.startRun(makeRequest(source, { variables })));
  if (!started.ok) return { permission, sent, asked, kept: JSON.stringify([started.failure, asked]), files: [] };
  await endRun(page, started.runId);
  const exported = await page.clock.settle(page.engine.exportRun(started.runId));
  const events = page.events.get(started.runId) ?? [];
  const kept = [await openDisk().find(started.runId), events, exported, asked];
  const files = await makeFiles({ source, events, exported });
  return { permission, sent, asked, kept: JSON.stringify(kept), files };
}
