import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { replaceFileText, undo } from '../document/dispatch.ts';
import { setEngine } from '../document/engine.ts';
import type { Notice } from '../store/notices.ts';
import { registerPort } from '../store/ports.ts';
import { update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession, textOf } from '../testSession.ts';
import { acceptsProven, lookAtProven, setAcceptsProven } from './acceptProven.ts';
import { currentProposals, lookAtProposals, watchProposals } from './proposals.ts';

const FILE = '.signalbox/proposals/one.json';
const BEFORE = 'tasks: []\n';
const AFTER = 'tasks: [] # quick\n';

/** What the engine says of the proposal that waits. */
interface Said {
  readonly added?: readonly object[];
  readonly state?: string;
  readonly file?: string;
  readonly passes?: boolean;
  readonly run?: string;
  /** Another file that the proposal changes. */
  readonly also?: string;
  /** What happens while the runs are played again. */
  readonly meanwhile?: () => void;
}

const disk = new Map<string, string>();
let notices: Notice[];
/** No two tests are about the same proposal. */
let begun = 0;

async function begin(said: Said): Promise<void> {
  const {
    added = [],
    state = 'waits',
    file = 'w.yaml',
    passes = true,
    run = 'the same',
    also = null,
    meanwhile,
  } = said;
  const edits = [{ start: BEFORE.length - 1, end: BEFORE.length - 1, text: ' # quick' }];
  const askProposal = (async ({ op }: { readonly op: string }) =>
    op === 'judge'
      ? {
          who: 'agent',
          why: 'Be quick.',
          at: '',
          changes: [{ state }],
          after: new Map([[file, AFTER], ...(also === null ? [] : [[also, AFTER] as const])]),
          added,
          gone: 0,
        }
      : {
          transaction: { origin: 'proposal', changes: [{ type: 'edit', path: 'w.yaml', edits }] },
          taken: [0],
          after: new Map([['w.yaml', AFTER]]),
          left: null,
        }) as unknown as EngineWorker['askProposal'];
  const playTests = (async (_: unknown, onTest: (played: object) => boolean) => {
    onTest({ verdict: { name: 'it works', passed: passes, failures: [] } });
    return { wrong: [], workflow: 'w.yaml', coverage: null };
  }) as unknown as EngineWorker['playTests'];
  const backtestRuns = (async (_: unknown, onRun: (run: object) => boolean) => {
    meanwhile?.();
    if (run === 'broken') return 'broken';
    onRun({ verdict: run });
    return 'played';
  }) as unknown as EngineWorker['backtestRuns'];
  setEngine({ engine: idleEngine({ askProposal, playTests, backtestRuns }), restart: () => undefined } as never);
  begun += 1;
  disk.set(FILE, `proposal ${begun}`);
  await lookAtProposals();
}

beforeEach(() => {
  resetSession({ 'w.yaml': BEFORE, 'other.yaml': BEFORE, 'w.test.yaml': 'tests: [{ name: it works }]\n' });
  notices = collectNotices();
  disk.clear();
  registerPort('folder', {
    readFile: async (path) => disk.get(path) ?? null,
    writeFile: async (path, text) => void disk.set(path, text),
    removeFile: async (path) => void disk.delete(path),
    proposals: async () => [...disk.keys()],
  });
});

afterEach(() => setAcceptsProven(false));

test('what is proven is accepted where the person chose so, and undone by its notice', async () => {
  await begin({});
  await lookAtProven();
  expect(textOf('w.yaml')).toBe(BEFORE);
  setAcceptsProven(true);
  await lookAtProven();
  expect(textOf('w.yaml')).toBe(AFTER);
  expect(currentProposals()).toEqual([]);
  const accepted = notices.find(({ message }) => message.startsWith('Accepted automatically, with no new problem'));
  expect(accepted?.message).toContain('agent: Be quick.');
  accepted?.action?.run();
  expect(textOf('w.yaml')).toBe(BEFORE);
  // It waits again, once its file is written, and is now for the person.
  await vi.waitFor(() => expect(currentProposals()).toHaveLength(1));
  await lookAtProven();
  expect(textOf('w.yaml')).toBe(BEFORE);
});

test('its notice undoes nothing that was written since', async () => {
  await begin({});
  setAcceptsProven(true);
  await lookAtProven();
  undo();
  notices.find(({ message }) => message.startsWith('Accepted'))?.action?.run();
  expect(notices.at(-1)?.message).toContain('The files have changed since');
  expect(textOf('w.yaml')).toBe(BEFORE);
});

test.each<[string, Said]>([
  ['brings a problem', { added: [{ path: 'w.yaml', severity: 'warning', message: 'Hm.' }] }],
  ['applies in part', { state: 'lost' }],
  ['fails a test', { passes: false }],
  ['makes a run fail that did not', { run: 'now fails' }],
  ['changes tests', { file: 'w.test.yaml' }],
  ['changes what a server may do', { file: 'flows/signalbox.serve.yaml' }],
  ['has no tests', { file: 'other.yaml' }],
  ['changes a workflow without tests next to one that has some', { also: 'other.yaml' }],
  ['leads to a text that cannot run', { run: 'broken' }],
])('what %s waits for the person', async (_, said) => {
  await begin(said);
  setAcceptsProven(true);
  await lookAtProven();
  expect(textOf('w.yaml')).toBe(BEFORE);
  expect(currentProposals()).toHaveLength(1);
});

test('what a person writes while it is proven is not proven with it', async () => {
  const typed = `${BEFORE}# typed\n`;
  const texts: string[] = [];
  await begin({
    meanwhile: () => {
      texts.push(textOf('w.yaml') ?? '');
      replaceFileText('w.yaml', typed, 'source.type');
    },
  });
  const stop = watchProposals();
  setAcceptsProven(true);
  await lookAtProven();
  await vi.waitFor(() => expect(textOf('w.yaml')).toContain('# quick'));
  stop();
  // Proven once more, on the text as it was when it was accepted.
  expect(texts).toEqual([BEFORE, typed]);
});

test('the choice ends with the folder that it was made for, also where the next one has its name', () => {
  update({ storage: { folder: { name: 'flows' } as never } });
  setAcceptsProven(true);
  update({ storage: { folder: { name: 'flows', trouble: null } as never } });
  expect(acceptsProven()).toBe(true);
  registerPort('folder', { readFile: async () => null } as never);
  update({ storage: { folder: { name: 'flows' } as never } });
  expect(acceptsProven()).toBe(false);
});
