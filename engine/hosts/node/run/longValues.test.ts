import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { digestText, EventDigest, takeCheckpoint } from '../../../driver/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunInput } from '../../../run/index.ts';
import { startInput } from '../../../testing/given/startInput.ts';
import { TurnMeter } from '../../../testing/serving/TurnMeter.ts';
import { beginRun, reopenJournal, SteppedDigest } from '../beginRun.ts';
import { checkpointFile } from '../journal/checkpointFile.ts';
import { createJournal } from '../journal/FileJournal.ts';
import { JournalReader } from '../journal/JournalReader.ts';
import { sealLine } from '../journal/sealLine.ts';
import { createVirtualClock } from './clock.ts';
import { writeHostState } from './RunToEndOptions.ts';
import { runToEnd } from './runToEnd.ts';
import { Turns } from './waiting.ts';

const SOURCE = `tasks:
  - {id: ask, type: basic, use: "core:log", on_success: {next: copy}}
  - {id: copy, type: basic, with: {text: "{{ tasks.ask.output }}"}, on_success: {next: rest}}
  - {id: rest, type: wait, config: {timeout: 1h, check_interval: 1h}}
`;

const WORKFLOW = effectiveWorkflow(analyze('long.yaml', SOURCE));
const LONG = 'Line "one" – 😀\n'.repeat(80_000);
const STARTED = startInput({ file: 'long.yaml', input: { text: LONG } });
const HEAD = { path: 'long.yaml', source: SOURCE, files: [], salt: 'salt', start: STARTED };

/** Most characters that are turned into JSON or digested between two turns: one part, which escapes have made longer, and short texts. */
const MOST = 400_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Runs it until it waits, with a journal that begins with its start. @param onBegun called once that is there */
async function runUntilItWaits(onBegun?: () => void) {
  const file = path.join(folder, 'run.jsonl');
  const journal = createJournal(file, HEAD, { fence: { isHeld: true, release: () => undefined } });
  const begun = await beginRun(WORKFLOW, [STARTED]);
  if (!begun.ok) throw new Error(begun.error.message);
  onBegun?.();
  const halt = new AbortController();
  const events: RunEvent[] = [];
  await runToEnd({
    restored: begun.value,
    journal,
    performer: { perform: async () => ({ ok: true, value: LONG, simulated: false, warnings: [] }) },
    clock: createVirtualClock(STARTED.at),
    turns: new Turns(),
    halt: halt.signal,
    onEvents: (batch) => {
      events.push(...batch);
      if (events.some((event) => event.type === 'task.started' && event.taskId === 'rest')) halt.abort();
    },
  });
  journal.close();
  return { file, events, tracked: begun.value.tracked, workflow: journal.workflow };
}

test('a long answer is recorded, digested and kept in turns, and a long input is digested so', async () => {
  const meter = new TurnMeter();
  await runUntilItWaits(() => meter.begin());
  expect(meter.taken).toBeGreaterThan(40);
  expect(meter.longest, meter.where).toBeLessThan(MOST);
});

test('what is stored is byte for byte what it is where it is made at once', async () => {
  const { file, events, tracked, workflow } = await runUntilItWaits();
  let link = '';
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  for (const line of lines) {
    const { hash, ...value } = JSON.parse(line) as { hash: string };
    const sealed = sealLine(value, link);
    expect(sealed.link === hash && sealed.bytes.toString() === `${line}\n`).toBe(true);
    link = hash;
  }
  const [place = '', stored = ''] = readFileSync(checkpointFile(file), 'utf8').split('\n');
  const { inputs } = JSON.parse(place) as { inputs: number };
  const until = lines.slice(0, inputs).flatMap((line) => toInputs(JSON.parse(line) as object));
  const then = await beginRun(WORKFLOW, until);
  if (!then.ok) throw new Error(then.error.message);
  const host = writeHostState({ view: foldRun(EMPTY_VIEW, then.value.events), budget: {} });
  const { tracked: again } = then.value;
  expect(digestText(takeCheckpoint(again, workflow, host))).toBe(digestText(stored));
  const whole = new EventDigest();
  whole.add(events);
  expect(tracked.proof.digest).toBe(whole.value());
});

function toInputs(line: object): readonly RunInput[] {
  if ('start' in line) return [line.start as RunInput];
  return 'inputs' in line ? (line.inputs as RunInput[]) : [];
}

test('what was stored in turns is reopened, and proved', async () => {
  const { file } = await runUntilItWaits();
  const reader = new JournalReader(file);
  const head = reader.readHead();
  expect(head).toMatchObject({ ok: true, value: { path: 'long.yaml' } });
  const reopened = await reopenJournal(WORKFLOW, reader.stored);
  reader.close();
  expect(reopened).toMatchObject({
    ok: true,
    value: { restored: { note: null, checkpoint: { size: expect.any(Number) } } },
  });
});

test('a digest in steps is that of the events, whenever it is asked for', () => {
  const texts = ['a', LONG, 'b', LONG.slice(7), 'c'];
  const events = texts.map((text) => ({ type: 'task.progress', text }) as unknown as RunEvent);
  const [stepped, whole] = [new SteppedDigest(), new EventDigest()];
  for (const [index, each] of events.entries()) {
    stepped.add([each]);
    whole.add([each]);
    for (let steps = index; steps > 0; steps -= 1) stepped.step();
    expect(stepped.count).toBe(whole.count);
    if (index % 2 === 0) expect(stepped.value()).toBe(whole.value());
  }
  let steps = 0;
  while (stepped.step()) steps += 1;
  expect(steps).toBe(0);
  expect(stepped.value()).toBe(whole.value());
});
