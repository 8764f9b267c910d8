import { viewAfter } from '../../app/session/run/viewAfter.ts';
import type { RunEvent } from '../../engine/run/index.ts';
import { openText, runToEnd } from '../appPage.ts';
import { dragTime, toScrubRow } from '../dragTime.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { race } from '../race.ts';
import { runInMemory } from '../runs/runInMemory.ts';
import { loop } from '../runs/workflows.ts';
import { withBrowser } from '../withBrowser.ts';

const ROUNDS = 50_000;
/** How often the time of the long run is dragged along. */
const DRAGS = 3;

const LOOP = `limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - { id: count, type: basic, with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }, on_success: { next: again } }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < ${ROUNDS} }}", routes: { true: count }, default: { next: end } }
`;

/** What a view of a run at any instant costs the page, of a long run and of a short one. */
export function measureViewScrubbing(): readonly Row[] {
  const times = race({ ours: scrubbing(ROUNDS), theirs: scrubbing(ROUNDS / 100) });
  return [
    toRow({
      what: 'View of a run of 100,000 steps at another instant',
      peer: 'of one of 1,000 steps',
      ...times,
      limit: 1.5,
      format: formatTime,
    }),
  ];
}

/** Asks for one instant after the other, far from each other. Views were kept while the run went on, as in the page. */
function scrubbing(rounds: number): () => unknown {
  const events: RunEvent[] = [];
  runInMemory(loop(rounds), events);
  viewAfter(events, events.length);
  let turn = 0;
  return () => {
    turn += 1;
    return viewAfter(events, 1 + ((turn * 7919) % events.length));
  };
}

/** The app itself: a drag along the time of a run of 100,000 steps. */
export async function measurePageScrubbing(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page }) => {
    await openText(page, LOOP, 'count');
    await runToEnd(page);
    const times: number[] = [];
    for (let round = 0; round < DRAGS; round += 1) times.push(...(await dragTime(page, { from: 0.1, to: 0.95 })));
    return [toScrubRow('Another instant of a run of 100,000 steps, 300,000 events, seen', times)];
  });
}
