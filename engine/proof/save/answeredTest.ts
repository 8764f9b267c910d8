import type { Analysis } from '../../graph/index.ts';
import { readTestFile, type TestCase } from '../../testFile/index.ts';
import { playTest } from '../play/playTest.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { saveTest } from './saveTest.ts';

/** A test with the recorded run that it names. */
interface NamedTest {
  readonly analysis: Analysis;
  readonly test: TestCase;
  readonly cassette?: GivenCassette;
}

/** A test that has in itself what it takes from its recorded run: input, answers, signals. One that names none is as it is. Patterns must be loaded. */
export async function answeredTest({ analysis, test, cassette }: NamedTest, ports: TestPorts = {}): Promise<TestCase> {
  if (cassette === undefined) return test;
  const { events } = await playTest(analysis, test, { ...ports, cassette });
  const saved = await saveTest({ analysis, events, name: test.name, text: '' }, ports);
  const [own] = saved.ok ? readTestFile(saved.value.text).file.tests : [];
  const env = { ...cassette.cassette.start.env, ...test.env };
  return own === undefined
    ? test
    : { ...own, env, seed: cassette.cassette.start.seed, expect: test.expect, path: test.path };
}
