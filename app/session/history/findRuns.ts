import type { FileStatistics, HistoryAnswers, HistoryQuestion, RunSummary } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { listServedRuns } from '../servers/requests.ts';
import { serverAt } from '../servers/servers.ts';
import type { ServedRun } from '../store/State.ts';

/** The runs of this browser in whose input, output or error each word of a text begins one; by id. */
export async function findByWords(text: string): Promise<ReadonlySet<string>> {
  return new Set((await ask({ op: 'words', text })) ?? []);
}

/** The tags of all runs that have some, by id. */
export async function readTags(): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(((await ask({ op: 'tags' })) ?? []).map(({ runId, tags }) => [runId, tags]));
}

/** How the tasks of a file did over its newest runs in this browser, at most so many; null while there is no engine. */
export function readStatistics(path: string, runs: number): Promise<FileStatistics | null> {
  return ask({ op: 'tasks', path, runs });
}

/** How many runs a forecast stands on at most. */
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
