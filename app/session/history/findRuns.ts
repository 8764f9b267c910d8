import type { FileStatistics, HistoryAnswers, HistoryQuestion, RunSummary } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { findServedPage, listServedRuns } from '../servers/requests.ts';
import { serverAt } from '../servers/servers.ts';
import type { ServedRun } from '../store/State.ts';
import { session } from '../store/store.ts';

/** The runs of this browser in whose input, output or error each word of a text begins one; by id. */
export async function findByWords(text: string): Promise<ReadonlySet<string>> {
  return new Set((await ask({ op: 'words', text })) ?? []);
}

/** Longest text that a server looks for, and how many pages of what it looked through are read at most: 5,000 runs each. */
const LONGEST_TEXT = 200;
const MOST_PAGES = 10;

/** The runs of all servers with a text in the beginning of their input, by id; those of a server that does not answer, or cannot look for it, are omitted. */
export async function findOnServers(text: string, isOver: () => boolean): Promise<ReadonlySet<string>> {
  const wanted = text.trim().slice(0, LONGEST_TEXT);
  const found = await Promise.all(
    session.getState().workspace.servers.map(async (server) => {
      const ids: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES && !isOver(); page += 1) {
        const read = await findServedPage(server, wanted, cursor);
        if (!read.ok) break;
        ids.push(...read.value.runs.map(({ runId }) => runId));
        cursor = read.value.next;
        if (cursor === null) break;
      }
      return ids;
    }),
  );
  return new Set(found.flat());
}

/** The tags of all runs that have some, by id. */
export async function readTags(): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(((await ask({ op: 'tags' })) ?? []).map(({ runId, tags }) => [runId, tags]));
}

/** How the tasks of a file did over its newest runs in this browser, at most so many; null while there is no engine. */
export function readStatistics(path: string, runs: number): Promise<FileStatistics | null> {
  return ask({ op: 'tasks', path, runs });
}

/** How many runs a forecast is based on at most. */
const MOST_ENDED = 100;

/** The newest runs of a file in this browser, at most 100; null where they cannot be read. */
export async function readEnded(path: string): Promise<readonly RunSummary[] | null> {
  try {
    return (await enginePort()?.engine.listRuns({ path, limit: MOST_ENDED })) ?? null;
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
}

/** The same of a file on a server, by its address; null where that does not answer. */
export async function readServedEnded(address: string, path: string): Promise<readonly ServedRun[] | null> {
  const server = serverAt(address);
  const listed = server && (await listServedRuns(server, { path, limit: MOST_ENDED }));
  return listed?.ok === true ? listed.value.runs : null;
}

/** Null where the engine is gone, or its storage fails, which the app says at another place. */
async function ask<Question extends HistoryQuestion>(
  question: Question,
): Promise<HistoryAnswers[Question['op']] | null> {
  try {
    return (await enginePort()?.engine.askHistory(question)) ?? null;
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
}
