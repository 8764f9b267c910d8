import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pause, waitFor } from '../killable.ts';
import { findOnPage, type Target, toSought } from './find.ts';
import type { InputSource, Remote } from './Remote.ts';

/** Code points that WebDriver has for keys without a character. */
const KEYS: Readonly<Record<string, string>> = {
  Control: '\uE009',
  End: '\uE010',
  Enter: '\uE007',
};

/** How WebDriver names a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const FRAME = 16;

/** How long something stays where it is before it is clicked, ms: longer than any motion pauses. */
const AT_REST = 150;

/** How long something may take on a busy machine, ms. */
const PATIENCE = 60_000;

/** How much of a page a failed test tells, in characters. */
const SHOWN_WORDS = 3_000;

interface Point {
  readonly x: number;
  readonly y: number;
}

type Found = Point & { readonly isFree: boolean; readonly text: string };

/** The one window of a browser, used as a person uses it: by mouse and keys, and by what is read on it. */
export class BrowserWindow {
  readonly #remote: Remote;

  constructor(remote: Remote) {
    this.#remote = remote;
  }

  /** Makes room for a page of this size, in CSS px. */
  async resize(width: number, height: number): Promise<void> {
    await this.#remote.send('setWindowRect', { width, height });
    const [innerWidth, innerHeight] = await this.evaluate(
      () => [globalThis.innerWidth, globalThis.innerHeight] as const,
    );
    await this.#remote.send('setWindowRect', { width: 2 * width - innerWidth, height: 2 * height - innerHeight });
  }

  async goto(url: string): Promise<void> {
    await this.#remote.send('navigate', { url });
  }

  /** Runs a function on the page, which may refer to nothing outside itself. */
  async evaluate<T, A extends readonly unknown[]>(run: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return (await this.#remote.send('execute', { script: `return (${String(run)})(...arguments)`, args })) as T;
  }

  /** What is seen of a target now; null while it is not there. */
  async look(target: Target): Promise<Found | null> {
    return this.evaluate(findOnPage, toSought(target));
  }

  /** Waits until a target is seen. */
  async see(target: Target): Promise<Found> {
    return this.#wait(describe(target), async () => (await this.look(target)) ?? undefined);
  }

  /** Waits until a target is gone. */
  async seeGone(target: Target): Promise<void> {
    const isGone = async () => ((await this.look(target)) === null ? true : undefined);
    await this.#wait(`the end of ${describe(target)}`, isGone);
  }

  /** Clicks with the mouse, once the target is at rest and nothing covers it. */
  async click(target: Target): Promise<void> {
    const { x, y } = await this.#await(target);
    await this.#act(pointer([move({ x, y }), DOWN, UP]));
  }

  /** Drags from a place by some px, with the mouse. */
  async drag(from: Point, to: Point): Promise<void> {
    const near = { x: from.x + 12, y: from.y + 6 };
    const between = [1, 2, 3, 4].map((step) => ({
      x: Math.round(near.x + ((to.x - near.x) * step) / 4),
      y: Math.round(near.y + ((to.y - near.y) * step) / 4),
    }));
    await this.#act(pointer([move(from), DOWN, ...[near, ...between].flatMap((point) => [move(point), REST]), UP]));
  }

  /** Presses keys together: `Control+s`. */
  async press(keys: string): Promise<void> {
    const values = keys.split('+').map((name) => KEYS[name] ?? name);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.#act({ type: 'key', id: 'keyboard', actions: [...down, ...up] });
  }

  /** Types text where the focus is. */
  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value: value === '\n' ? KEYS['Enter'] : value },
      { type: 'keyUp', value: value === '\n' ? KEYS['Enter'] : value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  /** Clicks what asks for a file, and chooses this one. The system's chooser, which WebDriver cannot use, stays closed. */
  async chooseFile(target: Target, file: string): Promise<void> {
    await this.evaluate(() => {
      const { click } = HTMLElement.prototype;
      HTMLInputElement.prototype.click = function clickUnlessFile() {
        if (this.type !== 'file') click.call(this);
      };
    });
    await this.click(target);
    const id = await waitFor('the choice of a file', async () => {
      const input = await this.evaluate(() => document.querySelector('input[type=file]'));
      return (input as unknown as Record<string, string> | null)?.[ELEMENT];
    });
    await this.#remote.send('elementSendKeys', { id, text: file });
  }

  /** Waits until something that is done has put a file among the downloads. */
  async download(name: string, act: () => Promise<void>): Promise<Buffer> {
    const file = path.join(this.#remote.downloads, name);
    await act();
    return waitFor(`the download of ${name}`, () => {
      // Firefox makes the file empty first, and fills another one beside it.
      const isWhole = existsSync(file) && !readdirSync(this.#remote.downloads).some((other) => other.endsWith('.part'));
      const content = isWhole ? readFileSync(file) : Buffer.alloc(0);
      return content.length > 0 ? content : undefined;
    });
  }

  async #await(target: Target): Promise<Found> {
    let last: Found | null = null;
    return this.#wait(`${describe(target)} to be free and at rest`, async () => {
      const now = await this.look(target);
      const isAtRest = now !== null && last !== null && now.x === last.x && now.y === last.y;
      last = now;
      if (isAtRest && now.isFree) return now;
      await pause(AT_REST);
      return undefined;
    });
  }

  /** Waits for something on the page; a failure tells what was on it instead, which no trace of these browsers does. */
  async #wait<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    return waitFor(what, look, PATIENCE).catch(async (error: Error) => {
      const words = await this.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
      throw new Error(`${error.message} The page says: ${words.slice(0, SHOWN_WORDS)}`, { cause: error });
    });
  }

  async #act(source: InputSource): Promise<void> {
    await this.#remote.send('performActions', { actions: [source] });
  }
}

const DOWN = { type: 'pointerDown', button: 0 };
const UP = { type: 'pointerUp', button: 0 };
const REST = { type: 'pause', duration: FRAME };

function move({ x, y }: Point) {
  return { type: 'pointerMove', origin: 'viewport', duration: 0, x, y };
}

function pointer(actions: InputSource['actions']): InputSource & { readonly parameters: unknown } {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

function describe({ role, name, within, text }: Target): string {
  const words = [role, name, text].filter((part) => part !== undefined).map(String);
  return `${words.join(' ')}${within ? ` in ${describe(within)}` : ''}`;
}
