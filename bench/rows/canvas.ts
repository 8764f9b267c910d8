import path from 'node:path';
import type { Page } from 'playwright';
import { openText } from '../appPage.ts';
import type { FlowBench } from '../browser/flow.tsx';
import { bareGraph } from '../canvas/bareGraph.ts';
import { type Driven, GESTURES, type Gesture, readView, startDriving } from '../canvas/driveCanvas.ts';
import { handlersText } from '../largeTexts.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';
import { workflowText } from '../workflowText.ts';

/** How often each gesture is made on each page, in turns. */
const ROUNDS = 3;
/** The workflow of all kinds of tasks is, with more of them than that, beyond the keys that a file may have and still be edited. */
const MOST_VARIED = 5_000;
/** How long a large file may take to be read on a machine that does other things, ms. */
const PATIENCE = 120_000;
/** What a page may still do after a gesture, ms. */
const REST = 400;

const WORDS: Readonly<Record<Gesture, string>> = { pan: 'panned', zoom: 'zoomed', drag: 'with a card dragged' };
const NAMES = ['pan', 'zoom', 'drag'] as const satisfies readonly Gesture[];

type Spent = Readonly<Record<Gesture, number>>;

/** The canvas under the same input as React Flow alone, that renders what is in view (the floor) or all (the peer). */
export async function measureCanvas(site: string, tasks: number): Promise<readonly Row[]> {
  const isLarge = tasks > MOST_VARIED;
  const [text, first] = isLarge ? [handlersText(), 't0'] : [workflowText(tasks), 'step_0000'];
  return withBrowser(site, async ({ page }) => {
    page.setDefaultTimeout(PATIENCE);
    await openText(page, text, first);
    // A large file can be edited once the worker has read it.
    await page.locator('.react-flow__node.draggable').first().waitFor();
    await page.waitForTimeout(3 * REST);
    const view = await readView(page);
    return withBrowser(path.join(path.dirname(site), 'browser'), async (bare) => {
      await bare.page.goto(`${bare.url}flow.html`);
      const graph = await bareGraph(text);
      const show = (isFloor: boolean) =>
        bare.page.evaluate(
          async (flow) => {
            (globalThis as unknown as { bench: FlowBench }).bench.show(flow);
            while (!document.querySelector('.react-flow__edge')) await new Promise(requestAnimationFrame);
          },
          { graph, view, isFloor },
        );
      await show(true);
      const [ours, floor] = await race(page, bare.page, ROUNDS);
      const measurePeer = async () => {
        await bare.page.reload();
        await show(false);
        await bare.page.waitForTimeout(3 * REST);
        return measure(await startDriving(bare.page));
      };
      // With 10,000 cards in the page at once it would hold the bench up, and it promises nothing.
      const peer = isLarge ? null : await measurePeer();
      const count = tasks.toLocaleString('en');
      return NAMES.flatMap((gesture) => {
        const what = `Canvas of ${count} tasks ${WORDS[gesture]}, main thread, one step of real input`;
        const row = { what, ours: ours[gesture], format: formatTime };
        return [
          toRow({ ...row, peer: 'bare React Flow, what is in view (floor)', theirs: floor[gesture], limit: 2 }),
          ...(peer === null ? [] : [toRow({ ...row, peer: 'bare React Flow', theirs: peer[gesture], limit: null })]),
        ];
      });
    });
  });
}

/** The medians of both pages, which are driven in turns; a first round, in which the compiler sees what is hot, is left out. */
async function race(ours: Page, theirs: Page, rounds: number): Promise<readonly [Spent, Spent]> {
  const pages = [await startDriving(ours), await startDriving(theirs)] as const;
  const spent: [Spent[], Spent[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1)
    for (const side of [0, 1] as const) {
      const found = await measure(pages[side]);
      if (round > 0) spent[side].push(found);
    }
  return [medians(spent[0]), medians(spent[1])];
}

async function measure(driven: Driven): Promise<Spent> {
  const spent = { pan: 0, zoom: 0, drag: 0 };
  for (const gesture of NAMES) {
    await driven.page.waitForTimeout(REST);
    spent[gesture] = await GESTURES[gesture](driven);
  }
  return spent;
}

function medians(rounds: readonly Spent[]): Spent {
  const of = (gesture: Gesture) => median(rounds.map((round) => round[gesture]));
  return { pan: of('pan'), zoom: of('zoom'), drag: of('drag') };
}
