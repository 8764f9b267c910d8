import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { connectRuns, openRunForm } from '../run/run.ts';
import { takeOverRun } from '../run/runControls.ts';
import { runPart } from '../run/runPart.ts';
import { show } from '../run/runShown.ts';
import { startRun } from '../run/startRun.ts';
import { forkHere } from '../servedRuns/forkHere.ts';
import { importFiles } from '../storage/imports.ts';
import { session, update } from '../store/store.ts';
import { closeDialog } from '../store/view.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { askMemory, canAskMemory } from '../workspace/memory.ts';
import { testModel } from '../workspace/testModel.ts';
import { openFile } from './files.ts';
import { reachReader } from './reach.ts';
import { answerTrust } from './trustGate.ts';

const CALL = 'tasks: [{id: a, type: basic, use: "core:http", with: {url: "https://evil.example"}}]\n';
const REMOTE = { id: 'm', vector: { use: 'chroma:http', dimensions: 8, config: { url: 'https://evil.example' } } };
const LOCAL = { id: 'm', vector: { use: 'core:in-memory', dimensions: 8, config: {} } };

/** An engine that notes what it is asked to reach out for. */
function fakeEngine() {
  const out = {
    startRun: vi.fn<EngineWorker['startRun']>(async () => ({ ok: true, runId: 'r1' })),
    forkRun: vi.fn<EngineWorker['forkRun']>(async () => ({ ok: true, runId: 'r2' })),
    takeOver: vi.fn(async () => undefined),
    testModel: vi.fn<EngineWorker['testModel']>(async () => ({
      ok: true,
      model: 'm',
      text: '',
      duration: 1,
      usage: null,
      warnings: [],
    })),
    askMemory: vi.fn(async () => ({ ok: true, value: [] })),
  };
  const rest = {
    listRuns: async () => [],
    findRun: async () => null,
    listPrices: async () => [],
    subscribe: async () => {},
  };
  // Only what is asked here matters, not how each question types its answer.
  const engine = idleEngine({ ...out, ...rest } as unknown as Partial<EngineWorker>);
  connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  return out;
}

/** Waits until everything that is under way in this turn has settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

let out: ReturnType<typeof fakeEngine>;
beforeAll(() => reachReader.load());

beforeEach(() => {
  resetSession({ 'own.yaml': 'tasks: []\n' });
  out = fakeEngine();
  importFiles({ files: [{ name: 'in.yaml', text: CALL, layoutText: null }], refused: [] });
});

const question = () => session.getState().document.trustQuestion;

describe('a file from outside', () => {
  it('does not run before a yes, and then runs as it was asked to', async () => {
    const started = startRun({ n: 1 }, { simulate: true });
    await settled();
    expect(session.getState().view.dialog).toBe('trust');
    expect(question()).toMatchObject({ files: ['in.yaml'], reach: { origins: ['https://evil.example'] } });
    expect(out.startRun).not.toHaveBeenCalled();
    answerTrust(true);
    expect(await started).toBe(true);
    expect(out.startRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ input: { n: 1 }, simulate: true }));
    expect(session.getState()).toMatchObject({ view: { dialog: null }, document: { trustQuestion: null } });
  });

  it.each([
    ['no', () => answerTrust(false)],
    ['closing the question', () => closeDialog()],
    ['another dialog', () => update({ view: { dialog: 'shortcuts' } })],
  ])('does not run after %s', async (_, answer) => {
    const started = startRun({});
    await settled();
    answer();
    expect(await started).toBe(false);
    expect(out.startRun).not.toHaveBeenCalled();
    expect([...session.getState().document.untrusted]).toEqual(['in.yaml']);
    expect(question()).toBeNull();
  });

  it('does not run by the form, from a task, until one or alone', async () => {
    openRunForm();
    expect(session.getState().view.dialog).toBe('trust');
    for (const kind of ['from', 'until', 'only'] as const) {
      update({ view: { dialog: null }, run: { lastInputs: new Map([['in.yaml', {}]]) } });
      runPart({ kind, taskId: 'a' });
      await settled();
      expect(session.getState().view.dialog).toBe('trust');
    }
    expect(out.startRun).not.toHaveBeenCalled();
    answerTrust(true);
    await settled();
    expect(session.getState().view.dialog).toBe('run-form');
  });

  it('is what the form is for once it may run, though another file was opened while it was asked about', async () => {
    openRunForm({ kind: 'only', taskId: 'a' });
    openFile('own.yaml');
    answerTrust(true);
    await settled();
    expect(session.getState()).toMatchObject({
      view: { dialog: 'run-form' },
      document: { activePath: 'own.yaml' },
      run: { form: { path: 'in.yaml', aim: { kind: 'only', taskId: 'a' } } },
    });
  });

  it('that another file imports is asked about with that file', async () => {
    const text = 'tools: [{id: t, import: ./in.yaml}]\ntasks: [{id: a, type: basic, use: "core:log"}]\n';
    update({
      document: {
        workspace: {
          ...session.getState().document.workspace,
          files: new Map([
            ['own.yaml', text],
            ['in.yaml', CALL],
          ]),
        },
      },
    });
    update({ document: { activePath: 'own.yaml' } });
    void startRun({});
    await settled();
    expect(question()?.files).toEqual(['in.yaml']);
    expect(out.startRun).not.toHaveBeenCalled();
  });

  it('whose text changes while it is asked about is asked about again', async () => {
    const started = startRun({});
    await settled();
    const files = new Map([...session.getState().document.workspace.files, ['in.yaml', CALL.replace('evil', 'worse')]]);
    update({ document: { workspace: { ...session.getState().document.workspace, files } } });
    answerTrust(true);
    await settled();
    expect(question()).toMatchObject({ hasChanged: true, reach: { origins: ['https://worse.example'] } });
    expect(out.startRun).not.toHaveBeenCalled();
    answerTrust(true);
    expect(await started).toBe(true);
  });

  it('has no model tested before a yes', async () => {
    const tested = testModel({ provider: 'openai-compatible', url: 'https://evil.example', model: 'm' });
    await settled();
    expect(out.testModel).not.toHaveBeenCalled();
    answerTrust(true);
    expect(await tested).toMatchObject({ ok: true });
  });

  it('that reaches nothing needs no yes, also where it is not yet known what files reach', async () => {
    importFiles({
      files: [{ name: 'quiet.yaml', text: 'tasks: [{ id: a, type: map }]\n', layoutText: null }],
      refused: [],
    });
    const loaded = vi.spyOn(reachReader, 'loaded').mockReturnValueOnce(null).mockReturnValueOnce(null);
    expect(await testModel({ provider: 'mock', model: 'm' })).toMatchObject({ ok: true });
    expect(question()).toBeNull();
    loaded.mockRestore();
  });

  it('has no memory asked that is elsewhere, and no question pops up for looking at it', async () => {
    expect(canAskMemory(session.getState(), REMOTE)).toBe(false);
    expect(await askMemory({ op: 'threads', memory: REMOTE })).toMatchObject({ ok: false });
    expect(session.getState().view.dialog).toBeNull();
    void askMemory({ op: 'export', memory: REMOTE }, 'asking');
    await settled();
    expect(session.getState().view.dialog).toBe('trust');
    expect(out.askMemory).not.toHaveBeenCalled();
    expect(canAskMemory(session.getState(), LOCAL)).toBe(true);
    await askMemory({ op: 'threads', memory: LOCAL });
    expect(out.askMemory).toHaveBeenCalledOnce();
  });
});

describe('a run from a file', () => {
  const EVENT = { seq: 0, at: 1, type: 'run.started', runId: 'r', input: {}, simulate: false } as const;
  const record = {
    runId: 'r',
    // As a trusted file is called.
    path: 'own.yaml',
    source: CALL,
    events: [EVENT],
    isImported: true,
    importedFrom: 'gift.json',
    files: new Map(),
  } satisfies Partial<RunRecord>;
  beforeEach(() => {
    update({ document: { activePath: 'own.yaml' } });
    show(record);
  });

  it('is not forked before a yes to what its own text reaches, whatever path it names', async () => {
    const forked = forkHere(1);
    await settled();
    expect(question()).toMatchObject({
      files: [],
      asker: { run: { importedFrom: 'gift.json' } },
      // What it recorded may replace an address.
      reach: { origins: ['https://evil.example'], isAnywhere: true },
    });
    expect(out.forkRun).not.toHaveBeenCalled();
    answerTrust(true);
    await forked;
    expect(out.forkRun).toHaveBeenCalledOnce();
    // What is known of the fork: where it comes from. That was said yes to.
    expect(session.getState().run.shown).toMatchObject({ runId: 'r2', importedFrom: 'gift.json' });
    await forkHere(1);
    expect(question()).toBeNull();
    expect([...session.getState().document.untrusted]).toEqual(['in.yaml']);
  });

  it('is not forked after a no, and never gone on with', async () => {
    show({ ...record, runId: 'other' });
    const forked = forkHere(1);
    await settled();
    answerTrust(false);
    await forked;
    await takeOverRun();
    expect(out.forkRun).not.toHaveBeenCalled();
    expect(out.takeOver).not.toHaveBeenCalled();
  });

  it('provides no results for a run of the file it names', async () => {
    update({ run: { lastInputs: new Map([['own.yaml', {}]]) } });
    const text = 'tasks: [{id: a, type: basic, use: "core:log"}]\n';
    update({
      document: { workspace: { ...session.getState().document.workspace, files: new Map([['own.yaml', text]]) } },
    });
    runPart({ kind: 'from', taskId: 'a' });
    await settled();
    expect(out.startRun).toHaveBeenCalledOnce();
    expect(out.startRun.mock.calls[0]?.[0].plan).toEqual({ from: { taskId: 'a' } });
  });
});
