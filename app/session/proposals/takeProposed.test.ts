import { beforeEach, expect, test, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { undo } from '../document/dispatch.ts';
import { setEngine } from '../document/engine.ts';
import { registerPort } from '../store/ports.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession, textOf } from '../testSession.ts';
import { currentProposals, lookAtProposals, summaryOf } from './proposals.ts';
import { dropProposed, takeProposed } from './takeProposed.ts';

const FILE = '.signalbox/proposals/one.json';
const OTHER = '.signalbox/proposals/two.json';
const BEFORE = 'tasks: []\n';
const AFTER = 'tasks: [] # quick\n';

/** The folder of the disk, and what the engine is asked. */
const disk = new Map<string, string>();
let asked: string[];
/** The folder answers once this has settled. */
let slowDisk: Promise<void>;

const answer = (async ({ op, files }: { readonly op: string; readonly files: ReadonlyMap<string, string> }) => {
  asked.push(op);
  if (op === 'judge')
    return { who: 'agent', why: 'Be quick.', at: '', changes: [{}, {}], after: new Map(), added: [], gone: 0 };
  if (op === 'drop') return 'rest';
  const text = files.get('w.yaml') ?? '';
  const edits = [{ start: BEFORE.length - 1, end: BEFORE.length - 1, text: ' # quick' }];
  // As a person who types while it is planned.
  if (asked.filter((each) => each === 'take').length === 1 && disk.has('typing'))
    update({ document: { workspace: { files: new Map([['w.yaml', `${text}# mine\n`]]), layouts: new Map() } } });
  return {
    transaction: { origin: 'proposal', changes: [{ type: 'edit', path: 'w.yaml', edits }] },
    taken: [0],
    after: new Map([['w.yaml', text.replace(BEFORE, AFTER)]]),
    left: 'rest',
  };
}) as unknown as EngineWorker['askProposal'];

beforeEach(async () => {
  resetSession({ 'w.yaml': BEFORE });
  asked = [];
  slowDisk = Promise.resolve();
  disk.clear();
  disk.set(FILE, 'whole');
  setEngine({ engine: idleEngine({ askProposal: answer }), restart: () => undefined } as never);
  registerPort('folder', {
    readFile: (path) => slowDisk.then(() => disk.get(path) ?? null),
    writeFile: async (path, text) => void disk.set(path, text),
    removeFile: async (path) => void disk.delete(path),
    proposals: async () => [FILE, OTHER].filter((path) => disk.has(path)),
  });
  await lookAtProposals();
});

function first() {
  const [proposal] = currentProposals();
  if (proposal === undefined) throw new Error('none');
  return proposal;
}

test('what waits is judged once and told of in a line', async () => {
  expect(summaryOf(currentProposals())).toBe('2 proposed changes from agent: Be quick.');
  await lookAtProposals();
  expect(asked).toEqual(['judge']);
});

test('one that comes is judged alone, and all of them again on other texts', async () => {
  disk.set(OTHER, 'whole');
  await lookAtProposals();
  expect(currentProposals()).toHaveLength(2);
  expect(asked).toHaveLength(2);
  update({ document: { workspace: { files: new Map([['w.yaml', AFTER]]), layouts: new Map() } } });
  disk.set(OTHER, 'another');
  await lookAtProposals();
  expect(asked).toHaveLength(4);
});

test('accepting is one undo step; what is left waits, and after an undo all of it again', async () => {
  await takeProposed(first(), [0]);
  expect(textOf('w.yaml')).toBe(AFTER);
  expect(disk.get(FILE)).toBe('rest');
  undo();
  expect(textOf('w.yaml')).toBe(BEFORE);
  await lookAtProposals();
  expect(disk.get(FILE)).toBe('whole');
});

test('who undoes before it is written down what is left has all of it wait again', async () => {
  const letRead = vi.fn<() => void>();
  slowDisk = new Promise((resolve) => letRead.mockImplementation(resolve));
  const taking = takeProposed(first(), [0]);
  await vi.waitFor(() => expect(textOf('w.yaml')).toBe(AFTER));
  undo();
  letRead();
  await taking;
  await lookAtProposals();
  expect(textOf('w.yaml')).toBe(BEFORE);
  await vi.waitFor(() => expect(disk.get(FILE)).toBe('whole'));
});

test('what is accepted within moments is undone one by one', async () => {
  await takeProposed(first(), [0]);
  const between = session.getState().document.workspace.files;
  disk.set(FILE, 'rest');
  await lookAtProposals();
  await takeProposed(first(), [0]);
  undo();
  expect(session.getState().document.workspace.files.get('w.yaml')).toBe(between.get('w.yaml'));
});

test('nothing comes back into another folder', async () => {
  await takeProposed(first(), [0]);
  const other = new Map([[FILE, 'rest']]);
  registerPort('folder', {
    readFile: async (path) => other.get(path) ?? null,
    writeFile: async (path, text) => void other.set(path, text),
    removeFile: async (path) => void other.delete(path),
    proposals: async () => [],
  });
  undo();
  await lookAtProposals();
  await lookAtProposals();
  expect(other.get(FILE)).toBe('rest');
});

test('nothing is taken on other texts than it must be taken on', async () => {
  disk.set(FILE, 'judged on these texts');
  await lookAtProposals();
  expect(await takeProposed(first(), null, { on: new Map([['w.yaml', BEFORE]]) })).toBe(false);
  expect(textOf('w.yaml')).toBe(BEFORE);
  expect(await takeProposed(first(), null, { on: first().on })).toBe(true);
});

test('what somebody types while it is planned stays: it is planned once more', async () => {
  disk.set('typing', '');
  await takeProposed(first(), [0]);
  expect(asked.filter((op) => op === 'take')).toHaveLength(2);
  expect(textOf('w.yaml')).toBe(`${AFTER}# mine\n`);
});

test('a file that another program replaced meanwhile is not touched', async () => {
  const proposal = first();
  disk.set(FILE, 'other');
  await dropProposed(proposal, [0]);
  expect(disk.get(FILE)).toBe('other');
  await dropProposed(first(), [0]);
  expect(disk.get(FILE)).toBe('rest');
  await dropProposed(first(), null);
  expect(disk.has(FILE)).toBe(false);
  expect(currentProposals()).toEqual([]);
});

test('a file that cannot be read says why, and no notice tells of it', async () => {
  setEngine({
    engine: idleEngine({ askProposal: (async () => ({ error: 'It is no JSON.' })) as never }),
    restart: () => undefined,
  } as never);
  const notices = collectNotices();
  disk.set(FILE, '{');
  await lookAtProposals();
  expect(first()).toMatchObject({ judged: null, problem: 'It is no JSON.' });
  expect(notices).toEqual([]);
});
