import { layOver } from '../../base/index.ts';
import {
  describeCall,
  giveLive,
  type OpenLiveFile,
  type RealCall,
  recordTest,
  type TestSubject,
} from '../../proof/index.ts';
import { diffLines, diffValues } from '../../text/index.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { formatDiff, formatDiffLine } from '../print/formatDiff.ts';
import { count, onOneLine } from '../print/terminal.ts';
import type { FoundFile } from '../readFiles.ts';
import type { LiveFiles } from './live/LiveSession.ts';
import type { ReadTests } from './readTests.ts';
import { writeTests } from './writeTests.ts';

interface Recording {
  readonly io: CommandIo;
  readonly reader: ImportReader;
  readonly live: LiveFiles;
}

/**
 * Makes for real the calls that tests of a file have no answer for any more, writes what came under `answers`, prints the calls and the difference, and answers with the
 * tests as they are then, to be played. Datasets and recorded runs stay. Rejects where the file cannot be written.
 */
export async function recordFile(
  read: ReadTests,
  found: FoundFile,
  { io, reader, live }: Recording,
): Promise<ReadTests> {
  const [first] = read.subjects;
  if (first === undefined) return read;
  const open = await live.open(read.path, first.analysis);
  let { text } = read;
  try {
    for (const subject of read.subjects) {
      if (io.signal.aborted) break;
      text = await recordOne(io, { subject, text, open, path: read.path });
    }
  } finally {
    open.close();
  }
  if (text === read.text) return read;
  const again = await writeTests(read, { text, found, io, reader });
  if (again !== read) io.printError(...diffLines(read.text, text, 1).map((line) => formatDiffLine(line)));
  return again;
}

interface Chosen {
  readonly subject: TestSubject;
  readonly text: string;
  readonly open: OpenLiveFile;
  readonly path: string;
}

/** The text of the file once what a test lacks was recorded; as it was where nothing was, and where it cannot be. */
async function recordOne(io: CommandIo, { subject, text, open, path }: Chosen): Promise<string> {
  const ports = scriptPort(io);
  const [given, ownPorts] = giveLive(subject, ports, open);
  const { test, cassette } = given;
  // What the recorded run had counts before what is not known, and what the command gives before both.
  const env = layOver(layOver(open.env, cassette?.cassette.start.env ?? {}), layOver(open.given, subject.test.env));
  const recorded = await recordTest({ ...given, test: { ...test, env }, text, ask: open.ask }, ownPorts);
  const name = `${onOneLine(path)}: “${onOneLine(test.name)}”`;
  if (!recorded.ok) {
    io.printError(`${name} was not recorded. ${onOneLine(recorded.error.message)}\n`);
    return text;
  }
  const { asked, problem } = recorded.value;
  if (asked.length === 0 && problem === null) return text;
  const made = asked.length === 0 ? '' : `${count(asked.length, 'call')} made`;
  const end = problem === null ? '' : `nothing was recorded. ${onOneLine(problem)}`;
  io.printError(`${name}: ${[made, end].filter((part) => part !== '').join('; ')}\n`);
  for (const call of asked) printCall(io, call, open);
  return recorded.value.text;
}

/** The call, in what it differs from the recorded one, and what it was answered with before and now. */
function printCall(io: CommandIo, { call, changes, before, answer }: RealCall, { conceal }: OpenLiveFile): void {
  const what = changes === null ? '' : ` (${onOneLine(changes)})`;
  io.printError(`  ${onOneLine(call.taskId)}: ${onOneLine(describeCall(call))}${what}\n`);
  if (before === null) return;
  const isOutput = before['output'] !== undefined && answer['output'] !== undefined;
  const [was, is] = isOutput ? [before['output'] ?? null, answer['output'] ?? null] : [before, answer];
  const diff = diffValues(conceal(was), conceal(is));
  io.printError(...formatDiff(diff, '    ', { expected: 'before', received: 'now' }));
}
