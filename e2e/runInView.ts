import { expect, type Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Moves the view of the canvas far to the side, as a person does with the wheel. */
export async function moveAway(page: Page): Promise<void> {
  const box = await page.getByRole('application', { name: 'Workflow canvas' }).boundingBox();
  if (!box) throw new Error('There is no canvas');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.wheel(-3000, 0);
}

/** Zooms the time of the run on screen, of which all is shown: in and out by keys, then to its end by a brush. */
export async function zoomTime(page: Page): Promise<void> {
  const whole = drawer(page).getByRole('button', { name: 'Show all of the time' });
  await drawer(page).getByRole('slider', { name: 'Instant of the run' }).focus();
  await page.keyboard.press('+');
  await expect(whole).toBeEnabled();
  await page.keyboard.press('0');
  await expect(whole).toBeDisabled();
  const strip = await drawer(page).getByTitle('Drag to show a part of the run').boundingBox();
  if (!strip) throw new Error('The overview is not drawn');
  await page.mouse.move(strip.x + strip.width * 0.8, strip.y + 6);
  await page.mouse.down();
  await page.mouse.move(strip.x + strip.width - 1, strip.y + 6, { steps: 4 });
  await page.mouse.up();
  await expect(whole).toBeEnabled();
}
