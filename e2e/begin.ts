import { type LoopbackServer, serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { bar } from './runs.ts';

/** Keys of the format, as a line of YAML has them: nobody who makes a workflow on the canvas has to see one. */
const YAML_WORDS = /\bon_[a-z_]+\b|\b(?:next|use|with|tasks|config):(?:\s|$)/;

/** A person at the canvas, each of whose actions is counted: a click, a press of a key, a text that is typed. */
export class Hand {
  /** What was done so far, in words. */
  readonly actions: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(what: Locator, words: string): Promise<void> {
    await what.click();
    await this.#done(`click ${words}`);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.insertText(text);
    await this.#done(`type ${text}`);
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    await this.#done(`press ${key}`);
  }

  /** Writes anew what a field holds: a click into it, all of it selected, the text. */
  async write(field: Locator, text: string, words: string): Promise<void> {
    await this.click(field, words);
    await this.press('ControlOrMeta+A');
    await this.type(text);
  }

  /** Adds what a few words find first, in the panel that stays open; on a phone it is opened for each. */
  async add(words: string, added: Locator): Promise<void> {
    const search = this.#page.getByRole('searchbox', { name: 'Add a task' });
    if (!(await search.isVisible())) {
      await this.click(this.#page.getByRole('button', { name: 'Add a task' }), 'Add');
      await expect(search).toBeFocused();
    }
    if (!(await search.evaluate((element) => element === document.activeElement))) await this.click(search, 'search');
    await this.type(words);
    await this.press('Enter');
    await expect(added).toBeAttached();
  }

  /** After each action nothing warns of what is only half done, and no word of the file is on the screen. */
  async #done(action: string): Promise<void> {
    this.actions.push(action);
    await expect(bar(this.#page).getByRole('button', { name: /\d (error|warning)/ }), action).toHaveCount(0);
    const shown = await this.#page.evaluate(() => document.body.innerText);
    expect(YAML_WORDS.exec(shown)?.[0] ?? null, `a word of the format after: ${action}`).toBeNull();
  }
}

/** An API that gives two orders to whoever asks. */
export function serveOrders(): Promise<LoopbackServer> {
  return serveLoopback((_, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const orders = [
      { customer: 'Ada', total: 40 },
      { customer: 'Bo', total: 12 },
    ];
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(orders));
  });
}
