import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createMemoryKeyValues } from '../../testing/memoryFiles.ts';
import { openEngine } from '../../testing/openEngine.ts';
import type { DatasetProgress, LiveRequest, PlayedDataset } from './protocol/Datasets.ts';
import { openKeyValues } from './workspace/openKeyValues.ts';

const CANARY = 'canary-7f3a91c2d8';

const FLOW = `tasks:
  - { id: sort, type: basic, use: core:http, with: { url: 'https://api.test/sort', method: POST, headers: { x-key: '{{ env.KEY }}' }, json: { text: '{{ workflow.input.text }}' } }, on_success: { next: write } }
  - { id: write, type: basic, use: core:http, with: { url: 'https://api.test/write', method: POST, headers: { x-key: '{{ env.KEY }}' }, json: { topic: '{{ tasks.sort.output.body.topic }}', tone: dry } } }
outputs: { mail: '{{ tasks.write.output.body.topic }}' }
`;

const TESTS = `tests:
  - name: mails
    each: ./cases.csv
    input: { text: '{{ row.text }}' }
    variants: { dry: {}, warm: { tasks/write/with/json/tone: warm } }
    answers: { sort: live, write: live }
    score: '{{ (output.mail | len) > 3 }}'
`;

const files = new Map([
  ['flow.yaml', FLOW],
  ['cases.csv', 'id,text\na,money\nb,parcel\n'],
]);
const request = { path: 'flow.test.yaml', text: TESTS, files, index: 0 };
const LIVE: LiveRequest = {
  variables: [{ name: 'KEY', value: CANARY, isSecret: true }],
  limits: { calls: 100 },
  isFresh: false,
  width: 2,
};

interface Opened {
  /** Names of what was asked since this was read last. */
  readonly asked: () => readonly string[];
  readonly keys: readonly (string | null)[];
  readonly play: (text?: string, more?: Partial<typeof request>) => Promise<PlayedDataset>;
  readonly ask: (
    live?: Partial<LiveRequest>,
    more?: Partial<typeof request> & { readonly onCell?: (progress: DatasetProgress) => boolean },
  ) => Promise<PlayedDataset>;
}

function open(
  answer: 'always' | 'never' = 'always',
  status = (_url: string): number => 200,
  keptFiles = createMemoryKeyValues(),
): Opened {
  const sent: string[] = [];
  const keys: (string | null)[] = [];
  const page = openEngine({
    keptFiles,
    fetch: async (url, init) => {
      const asked = new Request(url, init);
      sent.push(new URL(asked.url).pathname);
      keys.push(asked.headers.get('x-key'));
      return Response.json({ topic: `answer ${CANARY}` }, { status: status(asked.url) });
    },
    onSecrets: ({ questions }) => {
      for (const { id } of questions) void page.engine.answerSecret(id, answer);
    },
  });
  return {
    asked: () => sent.splice(0),
    keys,
    play: (text = TESTS, more = {}) =>
      page.clock.settle(page.engine.playDataset({ ...request, ...more, text }, null, () => true)),
    ask: (live = {}, { onCell = () => true, ...more } = {}) =>
      page.clock.settle(
        page.engine.askDataset({ ...request, ...more }, { before: null, live: { ...LIVE, ...live } }, onCell),
      ),
  };
}

const passed = (played: PlayedDataset): readonly boolean[] =>
  played.ok ? played.grid.cells.map((cell) => cell.passed) : [];

test('what is not kept is asked for, within what the person allows, and is kept: the next time nothing is asked', async () => {
  const { ask, play, asked, keys } = open();
  const before = await play();
  expect(before).toMatchObject({ answers: { asked: 0, kept: 0, missing: 4 } });
  expect(passed(before)).toEqual([false, false, false, false]);
  expect(asked()).toEqual([]);
  const played = await ask();
  expect(passed(played)).toEqual([true, true, true, true]);
  // Both variants sort by the same requests; what they sort to is the same, too.
  expect(asked().toSorted()).toEqual(['/sort', '/sort', '/write', '/write']);
  expect(keys).toEqual(Array(4).fill(CANARY));
  expect(played).toMatchObject({ ok: true, answers: { asked: 4, missing: 0 } });
  expect(JSON.stringify(played)).not.toContain(CANARY);
  const again = await play();
  expect({ cells: passed(again), asked: asked() }).toEqual({ cells: [true, true, true, true], asked: [] });
  expect(again).toMatchObject({ answers: { asked: 0, kept: 8, missing: 0 } });
  // A change of the last request asks that one alone.
  const changed = new Map(files).set('flow.yaml', FLOW.replace('tone: dry', 'tone: kind'));
  await ask({}, { files: changed });
  expect(asked()).toEqual(['/write']);
  await ask({ isFresh: true });
  expect(asked()).toHaveLength(4);
});

test('a budget, a stop and a secret that may not go there end what is asked, and the same goes on from there', async () => {
  const { ask, asked } = open();
  const poor = await ask({ limits: { calls: 3 }, width: 1 });
  expect(asked()).toHaveLength(3);
  expect(poor).toMatchObject({ ok: true, answers: { asked: 3, missing: 2 } });
  expect(JSON.stringify(poor)).toContain('the budget of 3 calls is used up.');
  const stopped = await ask({ isFresh: true, width: 1 }, { onCell: ({ done }) => done < 1 });
  expect(stopped).toMatchObject({ ok: true, grid: { cells: [{ case: 0, variant: 0 }] } });
  asked();
  expect(passed(await ask())).toEqual([true, true, true, true]);
  expect(asked()).toHaveLength(1);
  const refused = open('never');
  expect(passed(await refused.ask())).toEqual([false, false, false, false]);
  expect(refused.asked()).toEqual([]);
});

test('the file of answers of the folder is read, and what is kept is written as one that the command line reads', async () => {
  const first = await open().ask();
  if (!first.ok) throw new Error(first.message);
  expect(first.kept.trim().split('\n')).toHaveLength(4);
  const other = open();
  const played = await other.play(TESTS, { files: new Map(files).set('flow.test.answers.jsonl', first.kept) });
  expect({ cells: passed(played), asked: other.asked() }).toEqual({ cells: [true, true, true, true], asked: [] });
  expect(played).toMatchObject({ kept: first.kept });
});

/** A page that keeps what it was answered on the device. */
function load(): Opened {
  return open('always', undefined, openKeyValues('signalbox-files'));
}

test('what was kept is there for a page that is loaded again, which asks for what is left alone', async () => {
  const first = load();
  expect(await first.ask({ limits: { calls: 3 }, width: 1 })).toMatchObject({ answers: { asked: 3, missing: 2 } });
  const second = load();
  expect(await second.ask()).toMatchObject({ answers: { asked: 1, missing: 0 } });
  expect(second.asked()).toHaveLength(1);
  const third = load();
  expect(passed(await third.play())).toEqual([true, true, true, true]);
  expect(third.asked()).toEqual([]);
});

test('what fails is asked for again the next time', async () => {
  let isDown = true;
  const { ask, asked } = open('always', (url) => (isDown && url.endsWith('/write') ? 500 : 200));
  expect(passed(await ask())).toEqual([false, false, false, false]);
  isDown = false;
  asked();
  expect(passed(await ask())).toEqual([true, true, true, true]);
  // One of each variant: rows that are sorted to the same ask for the same.
  expect(asked()).toEqual(['/write', '/write']);
});

test('a test of its own is played with what is kept', async () => {
  const page = openEngine({ fetch: async () => Response.json({ topic: 'money' }) });
  const dataset = `tests:
  - { name: rows, each: [{ text: money }], input: { text: '{{ row.text }}' }, answers: { sort: live, write: live } }
`;
  const text = `tests:
  - { name: one, input: { text: money }, answers: { sort: live, write: live }, expect: { output: { mail: money } } }
`;
  const verdicts: boolean[] = [];
  const play = () =>
    page.clock.settle(
      page.engine.playTests({ ...request, text, only: null }, ({ verdict }) => verdicts.push(verdict.passed) > 0),
    );
  await play();
  await page.clock.settle(
    page.engine.askDataset({ ...request, text: dataset }, { before: null, live: LIVE }, () => true),
  );
  await play();
  expect(verdicts).toEqual([false, true]);
});
