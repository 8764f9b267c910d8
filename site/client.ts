/** The script of the site: the search on every page, and the run on the first one. */
import { type Entry, type Hit, rankSections } from './rankSections.ts';

const root = document.currentScript?.dataset['root'] ?? '';
let entries: Promise<readonly Entry[]> | null = null;

/** All entries; fetched with the first search, and again where that failed. */
function loadEntries(): Promise<readonly Entry[]> {
  entries ??= fetch(`${root}search.json`).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  });
  entries.catch(() => {
    entries = null;
  });
  return entries;
}

function startSearch(input: HTMLInputElement, list: HTMLElement): void {
  let chosen = -1;
  const links = () => [...list.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled])')];

  function choose(index: number): void {
    const all = links();
    chosen = all.length === 0 ? -1 : (index + all.length) % all.length;
    for (const [at, link] of all.entries()) link.setAttribute('aria-selected', String(at === chosen));
    const link = all[chosen];
    link?.scrollIntoView({ block: 'nearest' });
    if (link === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', link.id);
  }

  function close(): void {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function showLines(...lines: readonly HTMLElement[]): void {
    list.replaceChildren(...lines);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    choose(0);
  }

  async function look(): Promise<void> {
    const search = input.value.trim();
    if (search === '') return close();
    let found: readonly Hit[];
    try {
      found = rankSections(await loadEntries(), search);
    } catch {
      return showLines(textLine('The search could not be loaded. Check the connection, then type again.'));
    }
    if (input.value.trim() !== search) return;
    if (found.length === 0) return showLines(textLine(`Nothing in the docs has all of these words: ${search}`));
    showLines(...found.map(lineOf));
  }

  input.addEventListener('input', () => void look());
  input.addEventListener('focus', () => {
    loadEntries().catch(() => null);
    if (input.value !== '') void look();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') links()[chosen]?.querySelector('a')?.click();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !input.contains(target) && !list.contains(target)) close();
  });
}

/** Goes to the search by its key, as in other docs. */
function focusBySlash(input: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target !== document.body) return;
    event.preventDefault();
    input.focus();
  });
}

/** A line of what was found, which leads there. */
function lineOf({ entry: { page, title, address }, excerpt }: Hit, index: number): HTMLElement {
  const line = document.createElement('li');
  line.setAttribute('role', 'option');
  line.id = `found-${index}`;
  const link = document.createElement('a');
  link.href = `${root}${address}`;
  link.tabIndex = -1;
  for (const [name, text] of Object.entries({ strong: title, small: page, span: excerpt })) {
    const part = document.createElement(name);
    part.textContent = text;
    link.append(part);
  }
  line.append(link);
  return line;
}

/** A line that leads nowhere: why nothing is found. */
function textLine(text: string): HTMLElement {
  const line = document.createElement('li');
  line.setAttribute('role', 'option');
  line.setAttribute('aria-disabled', 'true');
  line.textContent = text;
  return line;
}

/** Plays the run: each part of the picture is shown at the instants that it names. */
function startPlayer(
  player: HTMLElement,
  slider: HTMLInputElement,
  button: HTMLButtonElement,
  clock: HTMLElement,
): void {
  const instants = (player.dataset['instants'] ?? '').split(',').map(Number);
  const parts = [...player.querySelectorAll<SVGElement>('[data-at]')].map((element) => ({
    element,
    at: new Set((element.dataset['at'] ?? '').split(',').map(Number)),
  }));
  const length = Number(slider.max);
  let begun: number | null = null;

  function show(time: number): void {
    const instant = instants.findLastIndex((at) => at <= time);
    for (const { element, at } of parts) element.setAttribute('display', at.has(instant) ? 'inline' : 'none');
    slider.value = String(time);
    slider.setAttribute('aria-valuetext', `${(time / 1000).toFixed(1)} seconds`);
    clock.textContent = `${(time / 1000).toFixed(1)} s`;
  }

  function step(now: number): void {
    if (begun === null) return;
    const time = Math.min(now - begun, length);
    show(time);
    if (time < length) requestAnimationFrame(step);
    else pause();
  }

  function pause(): void {
    begun = null;
    button.textContent = 'Play';
  }

  function play(): void {
    const from = Number(slider.value) >= length ? 0 : Number(slider.value);
    begun = performance.now() - from;
    button.textContent = 'Pause';
    requestAnimationFrame(step);
  }

  slider.disabled = false;
  button.hidden = false;
  slider.addEventListener('input', () => {
    pause();
    show(Number(slider.value));
  });
  button.addEventListener('click', () => (begun === null ? play() : pause()));
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play();
}

const search = document.querySelector<HTMLInputElement>('#search');
const found = document.querySelector<HTMLElement>('#found');
if (search && found) {
  startSearch(search, found);
  focusBySlash(search);
}
const player = document.querySelector<HTMLElement>('.player');
const slider = document.querySelector<HTMLInputElement>('#instant');
const button = document.querySelector<HTMLButtonElement>('#play');
const clock = document.querySelector<HTMLElement>('#clock');
if (player && slider && button && clock) startPlayer(player, slider, button, clock);
// Where there is room for it, the list of pages is open.
const pages = document.querySelector<HTMLDetailsElement>('#pages');
if (pages && matchMedia('(min-width: 900px)').matches) pages.open = true;
