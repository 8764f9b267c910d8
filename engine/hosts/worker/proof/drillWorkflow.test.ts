import { expect, test } from 'vitest';
import { createTestHost } from '../../../testing/hosts/createTestHost.ts';
import type { DrillNews, DrillRequest } from '../protocol/Tests.ts';
import { drillWorkflow, playDrillCell } from './drillWorkflow.ts';
import { mutateWorkflow } from './openProof.ts';

const HOST = createTestHost();

const FLOW = `tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: https://api.example.com }
    on_error: { routes: { HTTP_ERROR: lost } }
    on_success: { next: end }
  - { id: lost, type: basic, on_success: { next: end } }
  - { id: end, type: basic }
`;

const TESTS =
  'tests:\n  - { name: works, answers: { get: { output: { status: 200 } } }, expect: { path: [get, end] } }\n';

const request = (source: DrillRequest['source'], flow = FLOW): DrillRequest => ({
  path: 'flow.yaml',
  files: new Map([['flow.yaml', flow]]),
  source,
});
const tests = { kind: 'tests', path: 'flow.test.yaml', text: TESTS, only: null } as const;

async function drill(asked: DrillRequest, most = Infinity) {
  const news: DrillNews[] = [];
  const outcome = await drillWorkflow(asked, HOST, (each) => news.push(each) < most);
  return { news, outcome };
}

test.each([[tests], [{ kind: 'simulation' } as const]])(
  'each fault is a cell that comes with how far it is',
  async (source) => {
    const { news, outcome } = await drill(request(source));
    expect(outcome).toEqual({ unreached: [], unplayed: [], wrong: [] });
    expect(news.map(({ done }) => done)).toEqual(news.map((_, index) => index + 1));
    expect(new Set(news.map(({ total }) => total))).toEqual(new Set([news.length]));
    const verdicts = new Map(news.map(({ cell }) => [cell.fault, cell.verdict]));
    expect(verdicts.get('HTTP_ERROR')).toBe('handled');
    expect(verdicts.get('RATE_LIMIT_ERROR')).toBe('unhandled');
  },
);

test('a drill ends where it is told to, and after errors it does not begin', async () => {
  expect((await drill(request(tests), 2)).news).toHaveLength(2);
  const { news, outcome } = await drill(request(tests, FLOW.replace('next: end', 'next: nowhere')));
  expect(news).toEqual([]);
  expect(outcome.wrong).toMatchObject([{ path: 'flow.yaml', diagnostics: [{ code: 'UNKNOWN_TARGET' }] }]);
});

test('the run of a cell is played up to its end, with the event at which the fault struck', async () => {
  const run = await playDrillCell(request(tests), { place: 'get', fault: 'RATE_LIMIT_ERROR', test: 'works' }, HOST);
  expect(run?.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'error' });
  expect(run?.events[run.struckAt ?? 0]).toMatchObject({ taskId: 'get' });
  expect(await playDrillCell(request(tests), { place: 'get', fault: 'none', test: 'other' }, HOST)).toBeNull();
});

test('changes of a workflow that its tests do not notice come with why, and none while a test fails', async () => {
  const files = new Map([['flow.yaml', FLOW]]);
  const mutate = (text: string, most = Infinity) => {
    let asked = 0;
    return mutateWorkflow(
      { path: 'flow.yaml', files, tests: [{ path: 'flow.test.yaml', text }] },
      HOST,
      () => (asked += 1) <= most,
    );
  };
  const whole = await mutate(TESTS);
  expect(whole.survivors.map(({ what, at }) => [what, at.line])).toEqual([
    ['on_error of “get” is removed', 6],
    ['on_success of “lost” is removed', 8],
  ]);
  expect(whole.mutants).toBeGreaterThan(whole.survivors.length);
  expect((await mutate(TESTS, 1)).mutants).toBeLessThan(whole.mutants);
  expect(await mutate(TESTS.replace('[get, end]', '[lost]'))).toMatchObject({ mutants: 0, failing: ['works'] });
});
