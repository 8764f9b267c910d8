import { card, importText, openApp } from './app.ts';
import type { Page } from './fixtures.ts';

export const TEXT = `tasks:
  - id: fetch
    name: Fetch
    type: basic
    use: core:http # nobody is there
    with: { url: "http://127.0.0.1:9/" }
    on_success: { next: box }
  - id: box
    type: composite
    tasks:
      - { id: inner, type: basic, name: Inner }
`;
export const DISABLED = TEXT.replace('    use: core:http', '    disabled: true\n    use: core:http');

/** Opens the app on a workflow whose first task fails unless it is disabled, and selects that. */
export async function openSelected(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'off.yaml', TEXT);
  await card(page, 'fetch').click();
}
