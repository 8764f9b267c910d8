import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { McpServer, RunScript } from '../../effects/index.ts';
import { createRunScript } from '../../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../../effects/scripts/serveScripts.ts';
import { restoreRun } from '../../hosts/restoreRun.ts';
import { readRun } from '../../hosts/worker/exported/exportedRun.ts';
import { workflowOf } from '../../hosts/worker/run/record/workflowOf.ts';
import { createMemoryFiles } from '../memoryFiles.ts';
import { makeRequest, openEngine } from '../openEngine.ts';
import { type HostCase, type HostedRun, refused, type TestHost } from './HostCase.ts';
import { createScriptedPerformer } from './scriptedPerformer.ts';

/** The worker of the browser, over an IndexedDB in memory and a clock that does not wait. */
export function openBrowserHost({ mcpServers = [] }: { readonly mcpServers?: readonly McpServer[] } = {}): TestHost {
  const runScript = createRunScript(() => ({ run: createScriptServer(), end: () => undefined }));
  return {
    name: 'browser',
    atOnce: 1,
    run: (each) => runInWorker(each, runScript, mcpServers),
    close: async () => undefined,
  };
}

async function runInWorker(
  hosted: HostCase,
  runScript: RunScript,
  mcpServers: readonly McpServer[],
): Promise<HostedRun> {
  globalThis.indexedDB = new IDBFactory();
  const { answer, text, input, name } = hosted;
  const page = openEngine({
    ports: { runScript },
    fetch: globalThis.fetch,
    ...(answer === undefined ? {} : { createPerformer: createScriptedPerformer(() => answer) }),
  });
  const { clock, engine, events } = page;
  await engine.setWorkspace(createMemoryFiles(), mcpServers);
  const started = await clock.settle(engine.startRun(makeRequest(text, { path: `${name}.yaml`, input, baseUrl: '' })));
  if (!started.ok) {
    const { failure } = started;
    return refused(failure.type === 'check' ? failure.diagnostics.map(({ code }) => code) : [failure.error.code]);
  }
  const { runId } = started;
  for (const control of hosted.controls) {
    if (hosted.isAwaited) await clock.until(() => events.get(runId)?.some(({ type }) => type === 'task.waiting'));
    if (control.type === 'cancel') await engine.controlRun(runId, { type: 'run.cancelled' });
    else await engine.controlRun(runId, { type: 'signal.received', name: control.name, payload: control.payload });
  }
  await page.finished(runId);
  const emitted = events.get(runId) ?? [];
  const exported = await clock.settle(engine.exportRun(runId));
  const read = readRun(exported ?? '', 'again');
  if (!read.ok) throw new Error(read.error);
  const restored = await restoreRun(workflowOf(read.value), read.value, () => undefined);
  if (!restored.ok) throw new Error(restored.error.message);
  return { refused: null, events: emitted, replayed: restored.value.events };
}
