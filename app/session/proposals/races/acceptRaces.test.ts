import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { numRuns, yaml } from '#engine/testing';
import { formatStored } from '../../../../engine/author/index.ts';
import { answerProposal } from '../../../../engine/hosts/worker/proof/answerProposal.ts';
import { answerPlainly, formatPlain, openOutside, type Planner } from '../testing.ts';
import {
  ACTS,
  actOutside,
  Ledger,
  loadModules,
  PATH,
  Page,
  PROGRAM_ACTS,
  type Step,
  type World,
  wordsIn,
} from './testing.ts';

const TEXT = yaml`
  # Orders
  tasks:
    - id: fetch
      type: basic
      use: core:log
      on_success: { next: store }

    - id: store
      type: basic
      use: core:log
      with: { message: stored }
`;
const FILES = new Map([
  [PATH, TEXT],
  ['w.test.yaml', 'tests: [{ name: it works }]\n'],
]);

/** Plans in no time, so that many races can be run. */
const PLAIN: Planner = {
  answer: answerPlainly,
  propose: (number, { id, why }) => {
    const words = ['one', 'two', 'three'].slice(number % 3).map((name) => `theirs${id}${name}x`);
    return formatPlain({ why, path: PATH, words });
  },
};

const CHANGES = [
  (word: string) => ({ command: 'setField', task: 'fetch', field: 'name', value: word }),
  (word: string) => ({ command: 'setField', task: 'store', field: 'with.message', value: word }),
  (word: string) => ({ command: 'addTask', id: word, type: 'basic', use: 'core:log', after: 'store', via: 'on_error' }),
  (word: string) => ({ path: 'new.yaml', create: `# ${word}\ntasks: []\n` }),
  () => ({ command: 'removeTasks', tasks: ['store'] }),
];

/** Plans as the app does. */
const ENGINE: Planner = {
  answer: answerProposal,
  propose: (number, { id, why }) => {
    const first = number % CHANGES.length;
    const chosen = new Set([first, (first + 1 + (number % 3)) % CHANGES.length]);
    const changes = [...chosen].flatMap((index) => CHANGES[index]?.(`theirs${id}${index}x`) ?? []);
    const proposal = { who: 'a', why, path: PATH, changes };
    return formatStored({ id, at: '2026-01-01T00:00:00Z', proposal, base: new Map([[PATH, TEXT]]) });
  },
};

/** Two pages of the app, each with its own state. */
let pages: readonly Awaited<ReturnType<typeof loadModules>>[];

beforeAll(async () => {
  vi.resetModules();
  const first = await loadModules();
  vi.resetModules();
  pages = [first, await loadModules()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});

afterAll(() => void vi.useRealTimers());

/** What is done most of all. */
const COMMON = ['type', 'type', 'accept some', 'accept all', 'let time pass'] as const;
/** How long the page is left alone, in ms and times: longer than anything waits there. */
const [REST, ROUNDS] = [700, 6];

const number = fc.nat(63);
const steps = fc.array(fc.record({ act: fc.constantFrom(...ACTS, ...COMMON), number }), { minLength: 1, maxLength: 8 });
const outsideSteps = fc.array(fc.record({ act: fc.constantFrom(...PROGRAM_ACTS), number }), { maxLength: 4 });

/** Runs so many races. Each is an order in which all that is asked of storage, folder and engine happens and arrives, and people act. */
async function race(planner: Planner, count: number) {
  const total = { races: 0, written: 0, accepted: 0 };
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, steps, outsideSteps, async (scheduler, ours, theirs, programs) => {
      const ledger = new Ledger();
      const outside = openOutside((label) => scheduler.schedule(Promise.resolve(), label), FILES);
      const world: World = { outside, ledger, planner, files: FILES };
      for (const each of [0, 3]) actOutside(world, { act: 'propose', number: each });
      const tabs = pages.map((app, index) => new Page(`tab ${index}`, app, world));
      for (const tab of tabs) await scheduler.waitFor(tab.open());
      for (const [index, list] of [ours, theirs].entries())
        scheduler.scheduleSequence(
          list.map((step: Step) => ({
            label: `tab ${index}: ${step.act} ${step.number}`,
            builder: async () => tabs[index]?.act(step),
          })),
        );
      scheduler.scheduleSequence(
        programs.map((step) => ({
          label: `another program: ${step.act} ${step.number}`,
          builder: async () => actOutside(world, step),
        })),
      );
      // Until all that waits, rests or is tried again is done.
      for (let round = 0; round < ROUNDS; round += 1) {
        await scheduler.waitIdle();
        vi.advanceTimersByTime(REST);
      }
      await scheduler.waitIdle();
      for (const tab of tabs) tab.close();

      // What the next visit finds, and what is in the folder.
      const calm = { ...openOutside(async () => undefined, FILES), stored: outside.stored, disk: outside.disk };
      const next = new Page('next', pages[0] ?? (await loadModules()), { ...world, outside: calm });
      await next.open();
      const found = wordsIn([...next.files.values(), ...outside.disk.values()]);
      next.close();
      total.races += 1;
      total.written += ledger.written.size;
      total.accepted += ledger.accepted;
      expect([...ledger.written].filter((word) => !found.has(word))).toEqual([]);
      const waiting = [...outside.disk.values()].join('\n');
      expect([...ledger.waiting].filter((why) => !waiting.includes(why))).toEqual([]);
    }),
    { numRuns: count },
  );
  return total;
}

test('whatever people in two tabs and other programs do at a time, nothing is overwritten without a word', {
  timeout: numRuns(60_000, 600_000),
}, async () => {
  const { races, written, accepted } = await race(PLAIN, numRuns(1_000));
  expect(races).toBeGreaterThanOrEqual(1_000);
  // Races in which nothing happens would prove nothing.
  expect(accepted).toBeGreaterThan(races / 5);
  expect(written).toBeGreaterThan(races);
});

test('nor is it where the proposals are planned as the app plans them', {
  timeout: numRuns(60_000, 600_000),
}, async () => {
  const { races, accepted } = await race(ENGINE, numRuns(10, 40));
  expect(races).toBeGreaterThanOrEqual(10);
  expect(accepted).toBeGreaterThan(0);
});
