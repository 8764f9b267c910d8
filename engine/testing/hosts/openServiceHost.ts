import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadPatterns } from '../../base/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import { JournalReader } from '../../hosts/node/journal/JournalReader.ts';
import { analyzeRecorded } from '../../hosts/node/journal/readJournal.ts';
import { restoreRun } from '../../hosts/restoreRun.ts';
import type { RunEvent } from '../../run/index.ts';
import type { RunService, ServiceRefusal } from '../../service/index.ts';
import {
  type Answers,
  type HostCase,
  type HostedRun,
  type OutsideControl,
  refused,
  type TestHost,
} from './HostCase.ts';

/** How long a run may take, in ms. */
const LONGEST = 120_000;

/** A service with what a test needs to run cases on it. */
export interface ServiceUnderTest {
  readonly service: RunService;
  /** Puts a file into the folder of its workflows. */
  readonly write: (name: string, text: string) => void;
  /** The answers of the runs that have some, by id: {@link createScriptedPerformer} asks here. */
  readonly answers: Map<string, Answers>;
  readonly stop: () => Promise<void>;
}

/** What is behind the HTTP API: the service of one process, or of a cluster. */
export function openServiceHost(name: string, under: ServiceUnderTest): TestHost {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-hosted-'));
  return {
    name,
    atOnce: 16,
    run: (hosted) => runByService(hosted, under, path.join(folder, `${hosted.name}.jsonl`)),
    close: async () => {
      await under.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runByService(hosted: HostCase, under: ServiceUnderTest, file: string): Promise<HostedRun> {
  const { service, write, answers } = under;
  const { name: runId, text, input, answer, controls, isAwaited } = hosted;
  write(runId, text);
  if (answer !== undefined) answers.set(runId, answer);
  const started = await service.start({ workflow: runId, input, runId });
  if (!started.ok) return refused(codesOf(started.error));
  for (const control of controls) await send(service, runId, { control, isAwaited });
  const ended = await service.untilEnded(runId, AbortSignal.timeout(LONGEST));
  if (ended?.endedAt === null) throw new Error(`${runId} has not ended: it is ${ended.status}. ${ended.paused ?? ''}`);
  const events = await readEvents(service, runId);
  return { refused: null, events, replayed: await replay(service, runId, file) };
}

async function send(
  service: RunService,
  runId: string,
  { control, isAwaited }: { readonly control: OutsideControl; readonly isAwaited: boolean },
): Promise<void> {
  const isWaiting = async (): Promise<boolean> => (await service.waits()).some((wait) => wait.runId === runId);
  if (isAwaited) while (!(await isWaiting())) await delay(20);
  const sent = await service.control(runId, control);
  // One that is refused leaves an event, which is compared.
  if (!sent.ok && sent.error.type !== 'ended' && sent.error.type !== 'invalid')
    throw new Error(`${runId}: ${sent.error.message}`);
}

async function readEvents(service: RunService, runId: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const page = await service.events(runId, { after: events.length, limit: 1_000 });
    if (page === null) throw new Error(`${runId} has no events`);
    events.push(...page.events.map(({ event }) => event));
    if (page.isLast) return events;
  }
}

/** Feeds the journal, as it is downloaded, to a machine on Node. */
async function replay(service: RunService, runId: string, file: string): Promise<readonly RunEvent[]> {
  await loadPatterns();
  let text = '';
  for await (const part of (await service.journal(runId)) ?? []) text += part;
  writeFileSync(file, text);
  const reader = new JournalReader(file);
  try {
    const read = reader.read();
    if (!read.ok) throw new Error(read.error);
    const restored = await restoreRun(effectiveWorkflow(analyzeRecorded(read.value)), read.value, () => undefined);
    if (!restored.ok) throw new Error(restored.error.message);
    return restored.value.events;
  } finally {
    reader.close();
  }
}

function codesOf(error: ServiceRefusal): readonly string[] {
  if (error.type === 'check') return error.diagnostics.map(({ code }) => code);
  return [error.type === 'invalid' ? error.error.code : error.type];
}
