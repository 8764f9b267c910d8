import { beforeEach, expect, test, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { replaceFileText } from '../document/dispatch.ts';
import { setEngine } from '../document/engine.ts';
import { registerPort } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { lookAtProven, setAcceptsProven } from './acceptProven.ts';
import { currentProposals, lookAtProposals, type ShownProposal } from './proposals.ts';
import { followProof, isProofWhole, proofOf } from './proveProposed.ts';

const FILE = '.signalbox/proposals/one.json';
const BEFORE = "tasks: [{ id: pay, type: basic, use: 'core:http', with: { url: 'https://a.example' } }]\n";
const AFTER = BEFORE.replace('type: basic,', 'type: basic, config: { timeout: 5s },');

/** What the engine was asked, in its order, and what holds it up. */
let asked: string[];
let held: { readonly part: string; readonly until: Promise<void> } | null;
let disk: Map<string, string>;

type Texts = ReadonlyMap<string, string>;

const part = (name: string) => ({ kind: 'task', task: name, name: '', count: 0, at: { line: 1, column: 1 } });
const cell = { place: 'pay', task: 'pay', fault: 'timeout', kind: 'timeout', allowed: null, why: 'It hangs.' };

/** What is waited for, and what ends that. */
function gate(): { readonly until: Promise<void>; readonly release: () => void } {
  const ends: (() => void)[] = [];
  return { until: new Promise((resolve) => ends.push(resolve)), release: () => ends[0]?.() };
}

async function wait(name: string): Promise<void> {
  asked.push(name);
  if (held?.part === name) await held.until;
}

const engine = idleEngine({
  askProposal: (async ({ op }: { readonly op: string }) => {
    if (op === 'judge') {
      const changes = [{ state: 'waits', tasks: ['pay'], sentences: ['x'], path: 'w.yaml', needs: [], why: '' }];
      return { who: 'a', why: 'b', at: '', changes, after: new Map([['w.yaml', AFTER]]), added: [], gone: 0 };
    }
    return { transaction: { origin: 'proposal', changes: [] }, taken: [0], after: new Map(), left: null };
  }) as unknown as EngineWorker['askProposal'],
  playTests: (async ({ files }: { readonly files: ReadonlyMap<string, string> }, onTest: (of: object) => boolean) => {
    const isAfter = files.get('w.yaml') === AFTER;
    await wait(isAfter ? 'tests' : 'tests before');
    onTest({ verdict: { name: 'it works', passed: true, failures: [] } });
    return { wrong: [], workflow: 'w.yaml', coverage: isAfter ? [part('old'), part('new')] : [part('old')] };
  }) as unknown as EngineWorker['playTests'],
  backtestRuns: (async () => {
    await wait('runs');
    return 'played';
  }) as unknown as EngineWorker['backtestRuns'],
  drill: (async ({ files, first }: Parameters<EngineWorker['drill']>[0], onCell: (of: object) => boolean) => {
    const isAfter = files.get('w.yaml') === AFTER;
    await wait(isAfter ? `drill ${[...(first ?? [])].join()}` : 'drill before');
    onCell({ cell: { ...cell, verdict: isAfter ? 'hangs' : 'handled' }, done: 1, total: 1 });
    return { unreached: [], unplayed: [], wrong: [] };
  }) as unknown as EngineWorker['drill'],
});

beforeEach(async () => {
  resetSession({ 'w.yaml': BEFORE, 'w.test.yaml': 'tests: [{ name: it works }]\n' });
  asked = [];
  held = null;
  disk = new Map([[FILE, `proposal ${Math.random()}`]]);
  setEngine({ engine, restart: () => undefined } as never);
  registerPort('folder', {
    readFile: async (path) => disk.get(path) ?? null,
    writeFile: async (path, text) => void disk.set(path, text),
    removeFile: async (path) => void disk.delete(path),
    proposals: async () => [...disk.keys()],
  });
  await lookAtProposals();
});

function first(): ShownProposal {
  const [proposal] = currentProposals();
  if (proposal === undefined) throw new Error('none');
  return proposal;
}

const ALL = ['tests', 'tests before', 'runs', 'drill pay', 'drill before'];

test('a proof comes part by part, the verdict before what takes longer', async () => {
  const { until, release } = gate();
  held = { part: 'drill pay', until };
  const seen: number[] = [];
  const stop = followProof(first(), () => void seen.push(Object.keys(proofOf(first())).length));
  await vi.waitFor(() => expect(asked).toContain('drill pay'));
  expect(proofOf(first())).toMatchObject({
    tests: { passed: 1, failed: [], uncovered: ['new never starts'] },
    runs: [],
    forecast: ['The duration of a run is now bounded: it takes at most 5s.'],
  });
  expect(isProofWhole(proofOf(first()))).toBe(false);
  release();
  await vi.waitFor(() => expect(isProofWhole(proofOf(first()))).toBe(true));
  expect(proofOf(first()).faults).toEqual(['New: the run hangs after 1 fault of “pay”.']);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual(ALL);
  stop();
});

test('a new workflow is drilled with the tests that it brings, and bounded', async () => {
  const texts: Texts = new Map([
    ['new.yaml', AFTER],
    ['new.test.yaml', 'tests: [{ name: it works }]\n'],
  ]);
  const drills: unknown[] = [];
  const changes = [{ state: 'waits', tasks: ['pay'], sentences: ['x'], path: 'new.yaml', needs: [], why: '' }];
  const creating = idleEngine({
    ...engine,
    askProposal: (async () => ({ who: 'a', why: 'b', at: '', changes, after: texts, added: [], gone: 0 })) as never,
    drill: (async ({ source, files, path }: Parameters<EngineWorker['drill']>[0], onCell: (of: object) => boolean) => {
      drills.push({ source, path, isThere: files.has('new.yaml') });
      onCell({ cell: { ...cell, verdict: 'unhandled' }, done: 1, total: 1 });
      return { unreached: [], unplayed: [], wrong: [] };
    }) as unknown as EngineWorker['drill'],
  });
  setEngine({ engine: creating, restart: () => undefined } as never);
  disk.set(FILE, 'a new workflow');
  await lookAtProposals();
  const stop = followProof(first(), () => undefined);
  await vi.waitFor(() => expect(isProofWhole(proofOf(first()))).toBe(true));
  expect(drills).toEqual([
    { path: 'new.yaml', isThere: true, source: expect.objectContaining({ kind: 'tests', path: 'new.test.yaml' }) },
  ]);
  expect(proofOf(first())).toMatchObject({
    forecast: ['A run takes at most 5s.'],
    faults: ['New: nothing handles 1 fault of “pay”.'],
  });
  stop();
});

test('the verdict that is shown is the one that is acted on: nothing is played twice', async () => {
  const stop = followProof(first(), () => undefined);
  setAcceptsProven(true);
  await lookAtProven();
  setAcceptsProven(false);
  expect(currentProposals()).toEqual([]);
  expect(asked.filter((each) => each === 'tests' || each === 'runs')).toEqual(['tests', 'runs']);
  stop();
});

test('what no one waits for is not proven further, and later only what is missing', async () => {
  const { until, release } = gate();
  held = { part: 'runs', until };
  const stop = followProof(first(), () => undefined);
  await vi.waitFor(() => expect(asked).toContain('runs'));
  stop();
  release();
  await vi.waitFor(() => expect(proofOf(first()).tests).toBeDefined());
  // Given up in the middle of the runs, they are not known.
  await new Promise((resolve) => setTimeout(resolve));
  expect(proofOf(first()).runs).toBeUndefined();
  held = null;
  const stopAgain = followProof(first(), () => undefined);
  await vi.waitFor(() => expect(isProofWhole(proofOf(first()))).toBe(true));
  expect(asked).toEqual(['tests', 'tests before', 'runs', ...ALL.slice(2)]);
  stopAgain();
});

test('nothing is known of texts that have changed while they were proven', async () => {
  held = {
    part: 'runs',
    until: Promise.resolve().then(() => replaceFileText('w.yaml', '# mine\n', 'source.type')) as never,
  };
  const proposal = first();
  const stop = followProof(proposal, () => undefined);
  await vi.waitFor(() => expect(session.getState().document.workspace.files.get('w.yaml')).toBe('# mine\n'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isProofWhole(proofOf(proposal))).toBe(false);
  expect(asked).not.toContain('drill pay');
  stop();
});
