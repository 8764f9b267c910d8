import { err, layOver, ok, type Result } from '../../../base/index.ts';
import { effectiveWorkflow } from '../../../graph/index.ts';
import { describeCall, giveLive, recordTest } from '../../../proof/index.ts';
import type { RecordedAnswers, RecordRequest } from '../protocol/Recording.ts';
import { openLive } from './openLive.ts';
import { readAnswersFile, readTests, type TestHost } from './playTests.ts';

/**
 * Makes for real the calls that a test has no answer for any more, as `signalbox test --record` does. The error says why that cannot be, as a
 * message for the user. Nothing is written.
 */
export async function recordAnswers(
  { index, prices, live, ...request }: RecordRequest,
  host: TestHost,
): Promise<Result<RecordedAnswers, string>> {
  const { path, text, files } = request;
  const { subjects } = await readTests(request, host);
  const subject = subjects[index];
  if (subject === undefined) return err('This test cannot be played as it is now. Run it to see why.');
  const { analysis } = subject;
  const tests = { testFile: path, path: analysis.path, workflow: effectiveWorkflow(analysis) };
  const kept = await readAnswersFile(path, files, host.readFile);
  const open = await openLive({ ...tests, text: kept, prices, live }, host.live);
  try {
    const [given, ports] = giveLive(subject, host.ports, open);
    const { test, cassette } = given;
    // What the recorded run had counts before what is not known, and what is set here before both.
    const env = layOver(
      layOver(open.unknown, cassette?.cassette.start.env ?? {}),
      layOver(open.given, subject.test.env),
    );
    const recorded = await recordTest({ ...given, test: { ...test, env }, text, ask: open.ask }, ports);
    if (!recorded.ok) return err(recorded.error.message);
    const asked = recorded.value.asked.map(({ call, changes }) => ({
      task: call.taskId,
      call: describeCall(call),
      changes,
    }));
    return ok({ ...recorded.value, asked });
  } finally {
    open.close();
  }
}
