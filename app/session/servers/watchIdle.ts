import { activityOf } from '#engine/run';
import { isJsonObject } from '#engine/values';
import type { RunServer } from '#engine/worker';
import { session } from '../store/store.ts';
import { ask } from './requests.ts';
import { serversRuntime } from './runtime.ts';
import { toServedId } from './servedId.ts';

/** How often a server is asked, in ms. */
const EVERY = 1_000;

/**
 * Tells whether the runs inside of one on a server only wait, for as long as that is on screen and has not ended: its own events do not say
 * so. The server is asked only while it is at nothing else. A server that does not answer is asked again.
 */
export async function watchIdle(server: RunServer, runId: string, tell: (isIdle: boolean) => void): Promise<void> {
  const id = toServedId({ address: server.address, runId });
  const { asked } = serversRuntime;
  if (asked.has(id)) return;
  asked.add(id);
  for (let at = stateOf(id); at !== 'gone'; at = stateOf(id)) {
    if (at === 'inside' && document.visibilityState === 'visible') {
      const answer = await ask(server, { method: 'GET', path: `/api/runs/${encodeURIComponent(runId)}` });
      if (answer.ok && isJsonObject(answer.value)) tell(answer.value['status'] === 'waiting');
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
  asked.delete(id);
}

function stateOf(id: string): 'gone' | 'inside' | 'known' {
  const { shown } = session.getState().run;
  if (shown?.runId !== id || shown.view.status !== 'running') return 'gone';
  return shown.view.paused === null && activityOf(shown.view) === 'inside' ? 'inside' : 'known';
}
