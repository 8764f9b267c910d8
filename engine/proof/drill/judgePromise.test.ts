import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import type { DrillCell } from './drill.ts';
import { drillText } from './testing.ts';

beforeAll(() => loadPatterns());

async function cellOf(text: string, file: string, [task, fault]: readonly [string, string]): Promise<DrillCell> {
  const { cells, unplayed } = await drillText(text, { file });
  expect(unplayed).toEqual([]);
  const cell = cells.find((each) => each.place === task && each.fault === fault);
  if (cell === undefined) throw new Error(`${task} has no ${fault}`);
  return cell;
}

/** Pays once more, with another reference, where no answer came. */
const PAYS_AGAIN = `tasks:
  - { id: pay, type: basic, use: 'mcp:bank/pay', with: { ref: '{{ now() }}' }, config: { timeout: 1m }, on_error: { routes: { TIMEOUT_ERROR: again, '*': sorry } }, on_success: { next: end } }
  - { id: again, type: basic, use: 'mcp:bank/pay', with: { ref: again }, config: { timeout: 1m }, on_error: { next: sorry }, on_success: { next: end } }
  - { id: sorry, type: basic, use: 'core:log', with: { message: Failed } }
`;

/** @param promise under \`expect\` */
function pays(promise: string): string {
  return `tests: [{ name: pays, answers: { pay: { output: {} }, again: { output: {} } }, expect: ${promise} }]\n`;
}

test('what a test allows at most holds whichever way a failure leads', async () => {
  const once = pays("{ calls: [{ use: 'mcp:bank/pay', times: { at_most: 1 } }] }");
  expect(await cellOf(PAYS_AGAIN, once, ['pay', 'timeout'])).toMatchObject({
    verdict: 'unhandled',
    test: 'pays',
    why: expect.stringContaining(
      'what the test “pays” expects: There must be at most one call of mcp:bank/pay; there were 2',
    ),
  });
  expect(await cellOf(PAYS_AGAIN, once, ['pay', 'AUTHORIZATION_ERROR'])).toMatchObject({ verdict: 'handled' });
  const twice = pays("{ calls: [{ use: 'mcp:bank/pay', times: { at_most: 2 } }] }");
  expect(await cellOf(PAYS_AGAIN, twice, ['pay', 'timeout'])).toMatchObject({ verdict: 'handled' });
});

const TELLS = `tasks:
  - { id: find, type: basic, use: 'mcp:shop/find', config: { timeout: 1m }, on_error: { next: [tell, pay] }, on_success: { next: pay } }
  - { id: pay, type: basic, use: 'mcp:shop/pay', config: { timeout: 1m }, on_complete: { next: tell } }
  - { id: tell, type: basic, use: 'core:log', with: { message: Done } }
`;

/** @param promise of the task `tell` */
function tells(promise: string): string {
  return `tests: [{ name: tells, answers: { find: { output: {} }, pay: { output: {} } }, expect: { tasks: { tell: ${promise} } } }]\n`;
}

test('so does how often a task may start, and call', async () => {
  for (const promise of ['{ times: { at_most: 1 } }', '{ calls: { at_most: 1 } }'])
    expect(await cellOf(TELLS, tells(promise), ['find', 'AUTHORIZATION_ERROR'])).toMatchObject({
      verdict: 'unhandled',
      why: expect.stringContaining('the test “tells” expects: “tell” must'),
    });
  expect(await cellOf(TELLS, tells('{ times: { at_most: 2 } }'), ['find', 'AUTHORIZATION_ERROR'])).toMatchObject({
    verdict: 'handled',
  });
  // So often at least is about the path, as a number is.
  expect(await cellOf(TELLS, tells('{ times: { at_least: 1, at_most: 1 } }'), ['find', 'timeout'])).toMatchObject({
    verdict: 'handled',
  });
});

test('a number is about the path on which it was counted, as are what starts, what is sent and what comes of it', async () => {
  const promise =
    "{ path: { exactly: [pay] }, never: [again, sorry], tasks: { pay: { times: 1 }, again: { calls: 0 } }, calls: [{ use: 'mcp:bank/pay', times: 1 }] }";
  for (const fault of ['timeout', 'AUTHORIZATION_ERROR', 'killed-before'])
    expect(await cellOf(PAYS_AGAIN, pays(promise), ['pay', fault])).toMatchObject({ verdict: 'handled' });
});

/** Two people must agree before it is paid. */
const TWO_AGREE = `tasks:
  - { id: one, type: wait, config: { signal: yes, timeout: 1d, check_interval: 1h }, on_success: { next: two }, on_timeout: { next: no } }
  - { id: two, type: wait, config: { signal: yes, timeout: 1d, check_interval: 1h }, on_success: { next: pay }, on_timeout: { next: no } }
  - { id: pay, type: basic, use: 'mcp:bank/pay', config: { timeout: 1m }, on_error: { next: no }, on_success: { next: end } }
  - { id: no, type: basic, use: 'core:log', with: { message: Not paid }, on_success: { next: end } }
`;

/** @param promise under `expect` */
function agrees(promise: string): string {
  return `tests: [{ name: one agrees, signals: [{ name: 'yes', at: 1h }], answers: { pay: { output: {} } }, expect: ${promise} }]\n`;
}

test('a signal that comes twice changes nothing of what a test expects in the end', async () => {
  expect(await cellOf(TWO_AGREE, agrees('{ never: [pay] }'), ['one', 'signal-twice'])).toMatchObject({
    verdict: 'unhandled',
    why: expect.stringContaining('what the test “one agrees” expects: “pay” must not start'),
  });
  // Another way may lead to the same, and the test does not say that it does not.
  const way = '{ path: { exactly: [one, two, no] }, tasks: { no: { times: 1 } } }';
  expect(await cellOf(TWO_AGREE, agrees(way), ['one', 'signal-twice'])).toMatchObject({ verdict: 'handled' });
});

test('a signal that never comes is another matter, of which the task is told', async () => {
  expect(await cellOf(TWO_AGREE, agrees('{ never: [pay] }'), ['one', 'timeout'])).toMatchObject({ verdict: 'handled' });
});
