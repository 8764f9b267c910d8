import { assertNever } from '../../../base/index.ts';
import { wordsOf } from '../facts/listWords.ts';
import { type FileStatistics, sumTasks } from '../facts/RunFacts.ts';
import type { HistoryAnswers, HistoryQuestion } from '../protocol/protocol.ts';
import type { Database } from './openDatabase.ts';

/** Answers from the facts and tags of runs, or changes tags. */
export async function askDatabase<Question extends HistoryQuestion>(
  database: Database,
  question: Question,
): Promise<HistoryAnswers[Question['op']]> {
  // Each case answers as its `op` asks for.
  return (await answer(database, question)) as HistoryAnswers[Question['op']];
}

async function answer(database: Database, question: HistoryQuestion): Promise<HistoryAnswers[keyof HistoryAnswers]> {
  switch (question.op) {
    case 'words':
      return findWords(database, question.text);
    case 'tags':
      return database.getAll('tags');
    case 'tag':
      return tag(database, question);
    case 'tasks':
      return readStatistics(database, question);
    default:
      return assertNever(question);
  }
}

async function findWords(database: Database, text: string): Promise<readonly string[]> {
  const words = [...new Set(wordsOf(text))];
  const index = database.transaction('facts').store.index('words');
  const found = await Promise.all(
    words.map(async (word) => new Set(await index.getAllKeys(IDBKeyRange.bound(word, `${word}\uffff`)))),
  );
  const [first = new Set<string>(), ...others] = found;
  return [...first].filter((runId) => others.every((each) => each.has(runId)));
}

async function tag(
  database: Database,
  { runIds, tag: name, isOn }: Extract<HistoryQuestion, { readonly op: 'tag' }>,
): Promise<null> {
  const transaction = database.transaction('tags', 'readwrite', { durability: 'strict' });
  const { store } = transaction;
  const change = async (runId: string): Promise<unknown> => {
    const others = ((await store.get(runId))?.tags ?? []).filter((each) => each !== name);
    const tags = isOn ? [...others, name] : others;
    return tags.length === 0 ? store.delete(runId) : store.put({ runId, tags });
  };
  await Promise.all([...runIds.map(change), transaction.done]);
  return null;
}

async function readStatistics(
  database: Database,
  { path, runs }: Extract<HistoryQuestion, { readonly op: 'tasks' }>,
): Promise<FileStatistics> {
  const ofFile = IDBKeyRange.bound([path, Number.NEGATIVE_INFINITY], [path, Number.POSITIVE_INFINITY]);
  return sumTasks(await database.getAllFromIndex('facts', 'path', ofFile, runs));
}
