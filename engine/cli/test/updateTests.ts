import { giveLive, isLive, runTest, updateTest } from '../../proof/index.ts';
import { type DiffLine, diffLines } from '../../text/index.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { formatDiffLine } from '../print/formatDiff.ts';
import { count, onOneLine } from '../print/terminal.ts';
import type { FoundFile } from '../readFiles.ts';
import type { LiveFiles } from './live/LiveSession.ts';
import type { ReadTests } from './readTests.ts';
import { writeTests } from './writeTests.ts';

interface Updating {
  readonly io: CommandIo;
  readonly reader: ImportReader;
  readonly live: LiveFiles;
}

/**
 * Writes the results of failed tests of a file in the place of what they expect, prints the difference, and answers with the tests as they are
 * then, to be played. Datasets stay. What cannot be written as an expectation stays as well. Rejects where the file cannot be written.
 */
export async function updateFile(
  read: ReadTests,
  found: FoundFile,
  { io, reader, live }: Updating,
): Promise<ReadTests> {
  const [first] = read.subjects;
  if (first === undefined) return read;
  const open = read.subjects.some(isLive) ? await live.open(read.path, first.analysis) : null;
  const ports = scriptPort(io);
  let { text } = read;
  const updated: string[] = [];
  try {
    for (const subject of read.subjects) {
      if (io.signal.aborted) return read;
      const { played, verdict } = await runTest(...giveLive(subject, ports, open));
      if (verdict.passed || subject.faults !== undefined) continue;
      // A change of one test leaves the places of the others as they are.
      const { analysis, test } = subject;
      const after = updateTest({ analysis, test, played, text });
      if (!after.ok || after.value.text === text) continue;
      text = after.value.text;
      updated.push(test.name);
    }
  } finally {
    open?.close();
  }
  if (text === read.text) return read;
  const again = await writeTests(read, { text, found, io, reader });
  if (again !== read) printUpdate(io, read.path, { updated, lines: diffLines(read.text, text, 1) });
  return again;
}

/** On standard error: standard output is of the results. */
function printUpdate(
  io: CommandIo,
  name: string,
  { updated, lines }: { readonly updated: readonly string[]; readonly lines: readonly DiffLine[] },
): void {
  io.printError(`${onOneLine(name)}: ${count(updated.length, 'test')} updated\n`);
  io.printError(...lines.map((line) => formatDiffLine(line)));
}
