import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow } from './BrowserWindow.ts';
import type { Target } from './find.ts';

export const BAR: Target = { role: 'banner' };
export const SAVED: Target = { ...BAR, text: 'Saved on this device' };
export const RUN: Target = { role: 'region', name: 'Run' };
export const DIALOG: Target = { role: 'dialog' };
export const START: Target = { role: 'button', name: /^Run/, within: BAR };

/** Opens a file of the disk in the app. */
export async function openText(page: BrowserWindow, folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  await page.click({ role: 'button', name: /\.yaml$/, within: BAR });
  await page.chooseFile({ role: 'menuitem', name: /^Open files/ }, file);
  await page.see({ role: 'button', name, within: BAR });
}
