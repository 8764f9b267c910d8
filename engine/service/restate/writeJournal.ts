import { effectiveWorkflow } from '../../graph/index.ts';
import {
  analyzeRecorded,
  JOURNAL_FORMAT,
  nextLink,
  replay,
  type StartedHead,
  sealRun,
  TrackedRun,
} from '../../hosts/node/index.ts';
import type { Chunk } from './chunks.ts';

/** The journal of a run as the command line writes it, line by line: `signalbox run --resume` takes it. */
export async function* writeJournal(head: StartedHead, chunks: AsyncIterable<Chunk>): AsyncGenerator<string> {
  let link = '';
  const toLine = (value: object): string => {
    const text = JSON.stringify(value);
    link = nextLink(link, text);
    return `{"hash":"${link}",${text.slice(1)}\n`;
  };
  yield toLine({ format: JOURNAL_FORMAT, ...head, seal: sealRun(head) });
  const tracked = TrackedRun.begin(effectiveWorkflow(analyzeRecorded(head)));
  replay(tracked, [head.start]).next();
  let { proof } = tracked;
  for await (const chunk of chunks) {
    // A line has the proof of what comes before it.
    yield toLine({ proof, inputs: chunk.inputs });
    proof = chunk.proof;
  }
}
