import { type FoundSubjects, runTest, type TestResult, type TestSubject } from '../../proof/index.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';

/** Plays the tests of a file: by their names, with why each fails; null: it passes. What keeps all from being played fails the file. */
export async function explainTests(
  io: CommandIo,
  { subjects, blocking, errors }: FoundSubjects,
  onPlayed: (subject: TestSubject, result: TestResult) => void = () => undefined,
): Promise<ReadonlyMap<string, string | null>> {
  const [wrong] = [...blocking, ...errors];
  if (wrong !== undefined) return new Map([['all tests', wrong.message]]);
  const results = new Map<string, string | null>();
  for (const subject of subjects) {
    const result = await runTest(subject, scriptPort(io));
    const { name, passed, failures } = result.verdict;
    onPlayed(subject, result);
    results.set(name, passed ? null : (failures[0]?.message ?? 'It failed.'));
  }
  return results;
}
