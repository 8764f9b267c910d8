import { card, changedLines, downloadText, dragTo, edge, importText, openApp, portOf } from './app.ts';
import { expect, test } from './fixtures.ts';
import { SOURCE } from './routes.ts';

test('the ports of a decision are hit, and write the routes of their lines', async ({ page }) => {
  await openApp(page);
  await importText(page, 'choose.yaml', SOURCE);
  await expect(card(page, 'large')).toBeVisible();

  await test.step('a port is hit within 12 px of its middle, and up to half the way to the next one', async () => {
    for (const [id, port] of [
      ['choose', 'routes.true'],
      ['choose', 'default'],
      ['large', 'main'],
    ] as const) {
      const hits = await portOf(page, id, port).evaluate((handle) => {
        const { x, y, width, height } = handle.getBoundingClientRect();
        const zoom = width / 12;
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        // Ports of one card are 20 px apart.
        return [-1, 1].flatMap((side) => [
          document.elementFromPoint(middleX + side * 11 * zoom, middleY) === handle,
          document.elementFromPoint(middleX, middleY + side * 9 * zoom) === handle,
        ]);
      });
      expect(hits, `${id} ${port}`).toEqual([true, true, true, true]);
    }
  });

  await test.step('a line from the port of a route writes that route', async () => {
    await dragTo(page, portOf(page, 'choose', 'routes.true'), portOf(page, 'large', 'in'));
    await expect(edge(page, 'From choose, true, to large')).toBeVisible();
    expect(changedLines(SOURCE, await downloadText(page))).toEqual({
      removed: [],
      added: ['      routes:', '        true: large'],
    });
  });
});
