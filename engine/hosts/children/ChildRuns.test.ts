import { describe, expect, test } from 'vitest';
import { createPerformer, Exposure, type WorkspaceFiles } from '../../effects/index.ts';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { createChildRuns } from '../node/openChild.ts';
import { createRealClock } from '../node/run/clock.ts';

/** Runs workflows of `files`; `called` collects the tools that they called, and `waits` resolves once one waits for a time. */
function nested(texts: Readonly<Record<string, string>>, files: WorkspaceFiles = createMemoryFiles(texts)) {
  const called: string[] = [];
  let onWait: (() => void) | null = null;
  const waits = new Promise<void>((resolve) => (onWait = resolve));
  const { runWorkflow: run } = createChildRuns(
    { runId: 'r', root: 'r', files: ['outer.yaml'] },
    {
      files,
      variables: [],
      salt: 's',
      prices: [],
      exposure: new Exposure(),
      journals: null,
      repeats: { policy: 'yes', ask: async () => null },
      createClock: (start) => {
        const clock = createRealClock(start);
        return {
          ...clock,
          waitFor: (timer, isBusy) => {
            onWait?.();
            return clock.waitFor(timer, isBusy);
          },
        };
      },
      createPerformer: (vault, ports) => {
        const performer = createPerformer({ baseUrl: '', files, ...ports, resolveSecret: vault.resolveSecret });
        return {
          ...performer,
          perform: (call, signal) => {
            called.push(call.taskId);
            return performer.perform(call, signal);
          },
        };
      },
    },
  );
  const ask = (signal: AbortSignal = new AbortController().signal, simulate = false) =>
    run({ file: 'inner.yaml', input: {}, key: 'r/a/0/1/use', simulate }, signal);
  return { ask, called, waits };
}

const THINKS = yaml`
  agents: [{ id: a, use: core:agent, config: { provider: openai, model: gpt-4.1 } }]
  tasks: [{ id: think, type: basic, use: agent:a, with: { prompt: Hi } }]
`;

describe('a nested workflow', () => {
  test('is simulated where the outer run is, and its simulated results mark the call as simulated', async () => {
    const simulated = await nested({ 'inner.yaml': THINKS }).ask(undefined, true);
    expect(simulated).toMatchObject({ ok: true, simulated: true });
    const real = nested({ 'inner.yaml': 'tasks: [{ id: a, type: basic, use: core:log, with: { data: 1 } }]' });
    expect(await real.ask(undefined, true)).toMatchObject({ ok: true, simulated: false });
  });

  test('is simulated at any depth', async () => {
    const between = 'tasks: [{ id: a, type: basic, use: core:workflow, with: { file: deep.yaml } }]';
    const { ask } = nested({ 'inner.yaml': between, 'deep.yaml': THINKS });
    expect(await ask(undefined, true)).toMatchObject({ ok: true, simulated: true });
  });

  test('ends immediately with the outer run: its waits, its calls, and the tasks after them', async () => {
    const text = yaml`
      tasks:
        - { id: slow, type: wait, config: { timeout: 1h, check_interval: 1m }, on_timeout: { next: after } }
        - { id: after, type: basic, use: core:log }
    `;
    const { ask, called, waits } = nested({ 'inner.yaml': text });
    const controller = new AbortController();
    const outcome = ask(controller.signal);
    await waits;
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(called).toEqual([]);
  });

  test('does not start where the outer run ended while its file was read', async () => {
    const controller = new AbortController();
    const files = createMemoryFiles({ 'inner.yaml': 'tasks: [{ id: a, type: basic, use: core:log }]' });
    const slow = {
      ...files,
      read: async (path: string) => {
        controller.abort();
        return files.read(path);
      },
    };
    const { ask, called } = nested({}, slow);
    expect(await ask(controller.signal)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(called).toEqual([]);
  });
});
