import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import type { InsideRun } from '../../../session/relatedRuns/index.ts';
import { type FamilyOptions, FamilyOutline, type FamilyRow } from './FamilyOutline.ts';

/** A run of tasks by their names; of each, the runs that its calls started. */
function runOf(runId: string, tasks: Readonly<Record<string, readonly string[]>>): InsideRun {
  const bodies: RunEventBody[] = [{ type: 'run.started', runId, input: {}, simulate: false }];
  Object.entries(tasks).forEach(([taskId, runs], index) => {
    const activation = index + 1;
    bodies.push({ type: 'task.started', taskId, activation, parent: null, operation: null, input: {} });
    for (const child of runs) {
      const call = { taskId, activation, key: `${runId}/${child}` };
      bodies.push({ type: 'effect.requested', ...call, kind: 'tool', name: 'core:workflow', request: {} });
      bodies.push({ type: 'child.reported', ...call, child: { runId: child, file: `${child}.yaml` } });
    }
  });
  const events = bodies.map((body, seq): RunEvent => ({ seq, at: 1000 + seq, ...body }));
  return { runId, path: `${runId}.yaml`, source: '', events, view: foldRun(EMPTY_VIEW, events) };
}

const ROOT = runOf('root', { first: [], call: ['mid'], last: [] });
const MID = runOf('mid', { one: [], deeper: ['deep'], two: [] });
const DEEP = runOf('deep', { x: [], y: [] });
const AGENT = runOf('agent', { asks: ['mid', 'deep'], last: [] });

const FRAME = { origin: 1000, end: 2000, idle: [] };

function optionsOf(
  open: Readonly<Record<string, readonly number[]>>,
  inside: readonly InsideRun[],
  unfolded: readonly string[] = [],
): FamilyOptions {
  return {
    toggled: new Map(Object.entries(open).map(([runId, ids]) => [runId, new Set(ids)])),
    unfolded: new Set(unfolded),
    shown: null,
    inside: new Map(inside.map((run) => [run.runId, run])),
  };
}

function nameOf(row: FamilyRow): string {
  if (row.kind === 'run') return `${'  '.repeat(row.depth)}[${row.head.file} ${row.head.number}]`;
  if (row.kind === 'note') return `${'  '.repeat(row.depth)}${row.isGone ? 'gone' : '…'}`;
  return '  '.repeat(row.row.depth) + row.row.taskId;
}

function rowsOf(run: InsideRun, options: FamilyOptions): { names: readonly string[]; outline: FamilyOutline } {
  const outline = new FamilyOutline();
  outline.update(run, options);
  return { names: outline.rows(0, outline.length, FRAME).map(nameOf), outline };
}

describe('the rows of a run with the runs inside it', () => {
  it('are its own until a step is unfolded, whatever was read', () => {
    expect(rowsOf(ROOT, optionsOf({}, [MID])).names).toEqual(['first', 'call', 'last']);
  });

  it('have below a step that started a run the steps of that run, three deep', () => {
    const options = optionsOf({ root: [2], mid: [2] }, [MID, DEEP]);
    const nested = ['first', 'call', '  one', '  deeper', '    x', '    y', '  two', 'last'];
    const { names, outline } = rowsOf(ROOT, options);
    expect(names).toEqual(nested);
    for (let first = 0; first <= nested.length; first += 1)
      for (let last = first; last <= nested.length; last += 1)
        expect(outline.rows(first, last, FRAME).map(nameOf)).toEqual(nested.slice(first, last));
  });

  it('are found by their run and their activation', () => {
    const { names, outline } = rowsOf(ROOT, optionsOf({ root: [2], mid: [2] }, [MID, DEEP]));
    const places = outline.rows(0, names.length, FRAME).map((row) => {
      if (row.kind !== 'step') throw new Error('no step');
      return outline.indexOf({ runId: row.runId, key: row.row.activation });
    });
    expect(places).toEqual([...names.keys()]);
    expect(outline.indexOf({ runId: 'other', key: 1 })).toBe(-1);
  });

  it('say which runs are still to be read, at any depth, and which are gone', () => {
    const { names, outline } = rowsOf(ROOT, optionsOf({ root: [2], mid: [2] }, [MID]));
    expect(names).toEqual(['first', 'call', '  one', '  deeper', '    …', '  two', 'last']);
    expect(outline.missing).toEqual(['deep']);
    const gone = { ...optionsOf({ root: [2] }, []), inside: new Map([['mid', null]]) };
    expect(rowsOf(ROOT, gone).names).toEqual(['first', 'call', '  gone', 'last']);
    expect(rowsOf(ROOT, gone).outline.missing).toEqual([]);
  });

  it('have a row for each of several runs of one step, which unfolds by itself', () => {
    expect(rowsOf(AGENT, optionsOf({ agent: [1] }, [])).names).toEqual([
      'asks',
      '  [mid.yaml 1]',
      '  [deep.yaml 2]',
      'last',
    ]);
    const unfolded = optionsOf({ agent: [1] }, [DEEP], ['deep']);
    expect(rowsOf(AGENT, unfolded).names.slice(2, 5)).toEqual(['  [deep.yaml 2]', '    x', '    y']);
  });

  it('say of each of several runs whether it failed', () => {
    const { events } = AGENT;
    const failed: RunEventBody = {
      type: 'effect.completed',
      taskId: 'asks',
      activation: 1,
      key: 'agent/deep',
      response: null,
      error: { code: 'EXECUTION_ERROR', message: 'It broke', details: null },
      simulated: false,
      duration: 1,
    };
    const view = foldRun(AGENT.view, [{ seq: events.length, at: 2000, ...failed }]);
    const { outline } = rowsOf({ ...AGENT, view }, optionsOf({ agent: [1] }, []));
    const heads = outline.rows(0, outline.length, FRAME).flatMap((row) => (row.kind === 'run' ? row.head : []));
    expect(heads.map(({ file, hasFailed }) => [file, hasFailed])).toEqual([
      ['mid.yaml', false],
      ['deep.yaml', true],
    ]);
  });

  it('know the row that each is inside of, up to the outermost run', () => {
    const { names, outline } = rowsOf(ROOT, optionsOf({ root: [2], mid: [2] }, [MID, DEEP]));
    const around = names.map((_, index) => names[outline.indexAround(index)] ?? null);
    expect(around).toEqual([null, null, 'call', 'call', '  deeper', '  deeper', 'call', null]);
    const several = rowsOf(AGENT, optionsOf({ agent: [1] }, [DEEP], ['deep']));
    const [head, first] = [2, 3].map((index) => several.names[several.outline.indexAround(index)]);
    expect([head, first]).toEqual(['asks', '  [deep.yaml 2]']);
  });

  it('follow a run inside while it goes on', () => {
    const options = optionsOf({ root: [2] }, [runOf('mid', { one: [] })]);
    const { outline } = rowsOf(ROOT, options);
    outline.update(ROOT, { ...options, inside: new Map([['mid', MID]]) });
    expect(outline.rows(0, outline.length, FRAME).map(nameOf)).toContain('  two');
  });
});
