import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Performer } from '../../../effects/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { EMPTY_VIEW, foldRun } from '../../../run/index.ts';
import { startInput } from '../../../testing/given/startInput.ts';
import { beginRun, reopenJournal } from '../beginRun.ts';
import { checkpointFile } from '../journal/checkpointFile.ts';
import { continueJournal, createJournal, type Fence } from '../journal/FileJournal.ts';
import { JournalReader } from '../journal/JournalReader.ts';
import { createVirtualClock } from './clock.ts';
import { runToEnd } from './runToEnd.ts';

const ROUNDS = 2500;

const SOURCE = `limits: {per_task: 10000, per_scope: 20000}
tasks:
  - {id: count, type: basic, use: "core:log", with: {n: "{{ (tasks.count.output ?? 0) + 1 }}"}, on_success: {next: again}}
  - {id: again, type: decision, config: {condition: "{{ tasks.count.output < ${ROUNDS} }}", routes: {"true": count, "false": last}}}
  - {id: last, type: map, config: {mapping: {n: "{{ tasks.count.output }}"}}}
`;

const WORKFLOW = effectiveWorkflow(analyze('loop.yaml', SOURCE));
const STARTED = startInput({ input: { secret: 'placeholder' }, file: 'loop.yaml' });
const HEAD = { path: 'loop.yaml', source: SOURCE, files: [], salt: 'salt', start: STARTED };
const HELD: Fence = { isHeld: true, release: () => undefined };

/** A performer that answers each call with the number in it, up to a number of calls, and never answers the rest. */
function answering(calls: number): { readonly performer: Pick<Performer, 'perform'>; readonly stopped: Promise<void> } {
  const stops: (() => void)[] = [];
  const stopped = new Promise<void>((resolve) => stops.push(resolve));
  let left = calls;
  const perform: Performer['perform'] = (call) => {
    left -= 1;
    if (left < 0) {
      stops[0]?.();
      return new Promise(() => undefined);
    }
    const input = call.type === 'tool.call' ? call.input : null;
    const value = Number(typeof input === 'object' && input !== null && 'n' in input ? input.n : 0);
    return Promise.resolve({ ok: true, value, simulated: false, warnings: [] });
  };
  return { performer: { perform }, stopped };
}

/** Runs the loop until so many of its calls were answered, and leaves it waiting; the file of its journal. */
async function stopAfter(calls: number, name: string): Promise<string> {
  const file = path.join(folder, `${name}.jsonl`);
  const journal = createJournal(file, HEAD, { fence: HELD });
  const begun = await beginRun(WORKFLOW, [STARTED]);
  if (!begun.ok) throw new Error(begun.error.message);
  const { performer, stopped } = answering(calls);
  void runToEnd({ restored: begun.value, journal, performer, clock: createVirtualClock() });
  await stopped;
  return file;
}

let folder: string;
let stoppedFile: string;
/** The stopped run, reopened from its journal alone. */
let whole: Awaited<ReturnType<typeof reopen>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
  stoppedFile = await stopAfter(ROUNDS - 200, 'run');
  whole = await reopen(copyStopped('whole', () => null));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the stopped run, its checkpoint changed by `change`. */
function copyStopped(name: string, change: (checkpoint: string) => string | null): string {
  const file = path.join(folder, `${name}.jsonl`);
  writeFileSync(file, readFileSync(stoppedFile));
  const checkpoint = change(readFileSync(checkpointFile(stoppedFile), 'utf8'));
  if (checkpoint !== null) writeFileSync(checkpointFile(file), checkpoint);
  return file;
}

async function reopen(file: string) {
  const reader = new JournalReader(file);
  const head = reader.readHead();
  if (!head.ok) throw new Error(head.error);
  const reopened = await reopenJournal(WORKFLOW, reader.stored);
  if (!reopened.ok) throw new Error(reopened.error.message);
  const { end } = reader;
  reader.close();
  const { restored, state } = reopened.value;
  const { proof, pending, lastAt, hasMore } = restored.tracked;
  const view = foldRun(state?.view ?? EMPTY_VIEW, restored.events);
  const shown = { status: view.status, tasks: [...view.tasks], edges: [...view.edges], events: view.eventCount };
  return { restored, state, end, known: { proof, pending, lastAt, hasMore, shown } };
}

/** Resumes a run to its end. */
async function finish(file: string) {
  const { restored, state, end } = await reopen(file);
  const { proof } = restored.tracked;
  const journal = continueJournal(file, { head: HEAD, end, proof, fence: HELD });
  const { performer } = answering(ROUNDS);
  const view = await runToEnd({
    restored,
    ...(state && { state }),
    repeats: { policy: 'yes', ask: () => Promise.resolve(null) },
    journal,
    performer,
    clock: createVirtualClock(restored.tracked.lastAt),
  });
  journal.close();
  return view;
}

test('a run is reopened from its checkpoint and the inputs after it, as from its whole journal', async () => {
  const short = await reopen(copyStopped('short', (text) => text));
  expect(whole.restored.checkpoint).toBeNull();
  expect(whole.restored.inputs.length).toBeGreaterThan(2000);
  expect(short.restored.checkpoint?.inputs).toBeGreaterThan(1000);
  expect(short.restored.inputs.length).toBeLessThan(1500);
  expect(short.known).toEqual(whole.known);
});

test('a run that waits has a checkpoint after an eighth of what one that computes has it after', async () => {
  expect(existsSync(checkpointFile(await stopAfter(50, 'few')))).toBe(false);
  expect((await reopen(await stopAfter(200, 'waiting'))).restored.checkpoint?.inputs).toBeGreaterThan(50);
});

test('a checkpoint has of the steps that have ended only the last of each task', () => {
  const [, checkpoint = ''] = readFileSync(checkpointFile(stoppedFile), 'utf8').split('\n');
  const { activations } = JSON.parse(checkpoint).checkpoint.host;
  expect(activations.map(({ taskId }: { readonly taskId: string }) => taskId).sort()).toEqual(['again', 'count']);
});

test('lines before the checkpoint are not read', async () => {
  const file = copyStopped('unread', (text) => text);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.with(5, 'x'.repeat(lines[5]?.length ?? 0)).join('\n'));
  expect((await reopen(file)).restored.checkpoint).not.toBeNull();
});

test.each<readonly [what: string, change: (text: string) => string]>([
  ['that is empty', () => ''],
  ['that was cut', (text) => text.slice(0, -100)],
  ['whose state was changed', (text) => text.replace(/"hasMore":(true|false)/, '"hasMore":1')],
  ['of another version', (text) => text.replace('"version":', '"version":9')],
  ['whose place is past the end', (text) => text.replace(/"offset":\d+/, '"offset":99999999')],
  ['whose place is elsewhere', (text) => text.replace(/"last":\d+/, '"last":0')],
  ['of another journal', (text) => text.replace(/"link":"[0-9a-f]{4}/, '"link":"0000')],
  ['whose place is no number', (text) => text.replace(/"offset":\d+/, '"offset":-1')],
])('a checkpoint %s is skipped', async (what, change) => {
  const file = copyStopped(what.replaceAll(' ', '-'), (text) => {
    const changed = change(text);
    if (changed === text) throw new Error('Nothing was changed.');
    return changed;
  });
  const { restored, known } = await reopen(file);
  expect(restored.checkpoint).toBeNull();
  expect(known).toEqual(whole.known);
});

test('lines that are missing at the end are noticed by the checkpoint', () => {
  const file = copyStopped('cut', (text) => text);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${lines.slice(0, 50).join('\n')}\n`);
  const reader = new JournalReader(file);
  expect(reader.read()).toEqual({
    ok: false,
    error: expect.stringMatching(/^The journal ends after line 50, .* has seen \d{4} lines/),
  });
  reader.close();
});

test('a run continued from its checkpoint ends as one that was never stopped, and leaves none', async () => {
  const other = await finish(copyStopped('finished-whole', () => null));
  const file = copyStopped('finished', (text) => text);
  const view = await finish(file);
  expect(view.status).toBe('success');
  expect(view.tasks.get('last')?.output).toEqual({ n: ROUNDS });
  expect([...view.edges]).toEqual([...other.edges]);
  expect([...view.tasks].map(([id, { activation, output }]) => [id, activation, output])).toEqual(
    [...other.tasks].map(([id, { activation, output }]) => [id, activation, output]),
  );
  expect(existsSync(checkpointFile(file))).toBe(false);
}, 120_000);
