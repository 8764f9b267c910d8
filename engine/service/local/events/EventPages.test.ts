import { beforeEach, expect, test, vi } from 'vitest';
import { EventPages } from './EventPages.ts';

const journals = vi.hoisted(() => ({
  open: 0,
  most: 0,
  fails: false,
  held: null as Promise<void> | null,
}));

/** Journals that count how many of them are open. */
vi.mock('./RecordedEvents.ts', () => ({
  RecordedEvents: class {
    #isOpen = true;

    constructor() {
      journals.open += 1;
      journals.most = Math.max(journals.most, journals.open);
    }

    async read(): Promise<object> {
      await journals.held;
      if (journals.fails) throw new Error('It is damaged.');
      return { events: [], isLast: false };
    }

    reaches(): boolean {
      return true;
    }

    close(): void {
      if (!this.#isOpen) throw new Error('It is closed already.');
      this.#isOpen = false;
      journals.open -= 1;
    }
  },
}));

let release: () => void;
beforeEach(() => {
  Object.assign(journals, { open: 0, most: 0, fails: false, held: null });
});

function hold(): void {
  journals.held = new Promise((resolve) => {
    release = resolve;
  });
}

const PAGE = { after: 0, limit: 10 };

test('so many journals are open at most, however many are asked for at once', async () => {
  const pages = new EventPages(() => async (value) => value);
  const reads = Array.from({ length: 50 }, (_, index) => pages.read(`run-${index % 40}`, PAGE));
  expect(await Promise.all(reads)).toHaveLength(50);
  expect(journals.most).toBe(8);
  pages.close();
  expect(journals.open).toBe(0);
});

test('what is closed while it is read is closed once, after that, and reads nothing more', async () => {
  const pages = new EventPages(() => async (value) => value);
  await pages.read('idle', PAGE);
  hold();
  const [first, second] = [pages.read('busy', PAGE), pages.read('busy', PAGE)];
  pages.close();
  pages.close();
  expect(journals.open).toBe(1);
  release();
  expect(await first).toMatchObject({ isLast: false });
  await expect(second).rejects.toThrow('the service has ended');
  expect(journals.open).toBe(0);
});

test('a journal that cannot be read is closed, and those who wait for it are told as well', async () => {
  const pages = new EventPages(() => async (value) => value);
  journals.fails = true;
  const reads = await Promise.allSettled([pages.read('bad', PAGE), pages.read('bad', PAGE)]);
  expect(reads).toMatchObject([{ reason: { message: 'It is damaged.' } }, { reason: { message: 'It is damaged.' } }]);
  expect(journals.open).toBe(0);
});
