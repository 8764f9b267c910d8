import { type Analysis, analyzeParts, loadYaml, type TextPart, YamlMissing } from '#engine';
import { loadImports } from '#engine/model';
import type { EngineWorker } from '#engine/worker';
import { lazyModule, relyOn } from '../../ui/lazyModule.ts';
import type { SessionState } from '../store/State.ts';
import { session, update, watch } from '../store/store.ts';
import { documentRuntime, type Reading } from './runtime.ts';

/** What changed since the last analysis is read on the page up to this length in UTF-16 units, and in the worker beyond. */
const READ_HERE = 256 * 1024;
/** The same for signs that part keys, values and lines: reading takes longer for each of them than for a letter. */
const SIGNS_HERE = 12_000;
/** Longest part of a text that may be edited here, in UTF-16 units: each keystroke in a part reads all of it again. */
const LONGEST_EDITED = 512 * 1024;

/** What reads a text that is not written as most workflows are, or imports anything. All code that is loaded later relies on it. */
const library = lazyModule(() => Promise.all([loadYaml(), loadImports()]).then(() => true));

relyOn(library);

/** True when texts can be read in the worker. Without one, as in tests, the page reads them all. */
export function hasReader(): boolean {
  return documentRuntime.reader !== null;
}

/** Whether reading so much new text would hold the page. */
export function isMuchToRead(text: string): boolean {
  if (text.length > READ_HERE) return true;
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === COLON || code === LINE_FEED) signs += 1;
  }
  return signs > SIGNS_HERE;
}

const [COMMA, COLON, LINE_FEED] = [0x2c, 0x3a, 0x0a];

/** Reads something on the page; `otherwise` where a text of it cannot be read here yet, and is left to the worker. */
export function readHere<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof YamlMissing)) throw error;
    documentRuntime.hasMissed = true;
    return otherwise;
  }
}

/** Loads what reads every text; then reads what could not be read before. Never rejects. */
export async function loadReader(): Promise<void> {
  if ((await library.load().catch(() => null)) === null || !documentRuntime.hasMissed) return;
  const { reading, unread } = documentRuntime;
  if (reading !== null && unread.get(reading.path) === reading.text) documentRuntime.reading = null;
  unread.clear();
  Object.assign(documentRuntime, { hasMissed: false, former: null });
  countReading();
}

/** How far the reading of the active file is; null when there is nothing to wait for. */
export function readingState(state: SessionState): Reading['state'] | null {
  const { reading } = documentRuntime;
  return reading !== null && reading.path === state.document.activePath && isActive(state, reading)
    ? reading.state
    : null;
}

/** Whether the active file has a part too long to be edited here. */
export function isOversized({ document: { activePath, workspace } }: SessionState): boolean {
  const text = activePath === null ? undefined : documentRuntime.oversized.get(activePath);
  return activePath !== null && text !== undefined && workspace.files.get(activePath) === text;
}

/**
 * Reads the active file in the worker whenever it is too large to be read on the page. Answers with a function that stops
 * that.
 * @param port the engine
 * @param needsReader whether a file's present text has to be read in the worker
 * @param keep takes what was read
 */
export function connectReader(
  port: Pick<EngineWorker, 'readText'>,
  needsReader: (state: SessionState, path: string) => boolean,
  keep: (analysis: Analysis) => void,
): () => void {
  documentRuntime.reader = { port, keep };
  const look = () => {
    const state = session.getState();
    const {
      document: { activePath: path },
    } = state;
    if (path !== null && needsReader(state, path)) void read(path, state.document.workspace.files.get(path) ?? '');
  };
  const stops = [watch((state) => state.document.activePath, look), watch((state) => state.document.workspace, look)];
  look();
  return () => {
    for (const stop of stops) stop();
    documentRuntime.reader = null;
    documentRuntime.reading = null;
  };
}

async function read(path: string, text: string): Promise<void> {
  const { reading, reader, oversized } = documentRuntime;
  if (reading?.path === path && reading.text === text) return;
  const mine: Reading = { path, text, state: 'waiting' };
  const isOver = (): boolean => documentRuntime.reading !== mine;
  documentRuntime.reading = mine;
  countReading();
  const parts: TextPart[] = [];
  try {
    await reader?.port.readText(path, text, (more) => void parts.push(...more));
    if (isOver()) return;
    const analysis = analyzeParts(path, text, parts);
    // The page draws between the two.
    await new Promise((resolve) => setTimeout(resolve));
    if (isOver()) return;
    reader?.keep(analysis);
    if (parts.some(({ length }) => length > LONGEST_EDITED)) oversized.set(path, text);
    else oversized.delete(path);
    [documentRuntime.reading, documentRuntime.beginning] = [null, null];
  } catch {
    // The worker died over it: no second try, which would end the same. The file can still be looked at and taken along.
    if (!isOver()) documentRuntime.reading = { ...mine, state: 'failed' };
  }
  countReading();
}

function countReading(): void {
  update({ document: { readings: session.getState().document.readings + 1 } });
}

function isActive({ document: { workspace } }: SessionState, { path, text }: Reading): boolean {
  return workspace.files.get(path) === text;
}
