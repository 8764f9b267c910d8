import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { sealHead } from '../../hosts/node/journal/sealLine.ts';
import { TurnMeter } from '../../testing/serving/TurnMeter.ts';
import { previewOf } from '../heads.ts';
import { ended, setUp, start, until } from './testing.ts';

const { workspace } = setUp();
afterEach(() => {
  vi.restoreAllMocks();
});

const SECRET = 'sk-9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const VARIABLES = [{ name: 'KEY', value: SECRET, isSecret: true }];

/** Text that is long, with a secret at its end. */
const LONG = `${'Line "one" – 😀\n'.repeat(60_000)}${SECRET}`;

/** Most characters that are turned into JSON or digested between two turns: one part, which escapes have made longer, and short texts. */
const MOST = 400_000;

const COPY = {
  tasks: [{ id: 'a', type: 'basic', with: { text: '{{ workflow.input.text }}', key: '{{ env.KEY }}' } }],
  outputs: { text: '{{ tasks.a.output.text }}' },
};

test('a long input and a long output are masked, recorded and kept in turns', async () => {
  workspace.write('copy.yaml', JSON.stringify(COPY));
  const service = await workspace.open({ variables: VARIABLES });
  const meter = new TurnMeter();
  const { id } = await start(service, 'copy', { text: LONG });
  await until(service, id, ({ endedAt }) => endedAt !== null);
  expect(meter.taken).toBeGreaterThan(100);
  expect(meter.longest, meter.where).toBeLessThan(MOST);
});

test('what is stored of them is byte for byte what it is where it is made at once', async () => {
  workspace.write('copy.yaml', JSON.stringify(COPY));
  const service = await workspace.open({ variables: VARIABLES });
  const { id } = await start(service, 'copy', { text: LONG });
  const { output, error } = await ended(service, id);
  expect(
    readFileSync(path.join(workspace.state, 'ends', `${id}.json`), 'utf8') === JSON.stringify({ output, error }),
  ).toBe(true);
  const [first = ''] = readFileSync(path.join(workspace.state, 'runs', `${id}.jsonl`), 'utf8').split('\n');
  const { hash: _hash, format: _format, seal: _seal, ...head } = JSON.parse(first);
  expect(sealHead(head).bytes.toString() === `${first}\n`).toBe(true);
  const [row] = (await service.list({ limit: 1 }))?.runs ?? [];
  expect(row).toMatchObject(previewOf(JSON.stringify(output), JSON.stringify(output).length));
});

test('of a short value nothing takes a turn of its own to be masked', async () => {
  workspace.write('copy.yaml', JSON.stringify(COPY));
  const service = await workspace.open({ variables: VARIABLES });
  const meter = new TurnMeter();
  const { id } = await start(service, 'copy', { text: SECRET });
  expect(await ended(service, id)).toMatchObject({ output: { text: '••••••' } });
  expect(meter.taken).toBeLessThan(15);
});
