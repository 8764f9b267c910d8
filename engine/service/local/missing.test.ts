import { expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { ended, setUp, start, until } from './testing.ts';

const { workspace, server } = setUp();

/** What is not there fails no task: the route of an error would be called. */
const paying = (place: string): string => yaml`
  tasks:
    - { id: first, type: basic, use: core:http, with: { url: "${server.url('first')}" }, on_success: { next: pay } }
    - id: pay
      type: basic
      use: core:http
      with: { url: "${server.url(place)}", method: POST, headers: { Authorization: "Bearer {{ env.KEY }}" } }
      on_error: { next: tell }
    - { id: tell, type: basic, use: core:http, with: { url: "${server.url('tell')}" } }
`;
const KEY = { name: 'KEY', value: 'a-long-enough-key', isSecret: false, mayBeSecret: true };

test('a run is blocked by a variable that the server was not given, and goes on by itself once it has it', async () => {
  workspace.write('pay.yaml', paying('pay'));
  const service = await workspace.open();
  const { id } = await start(service, 'pay');
  const blocked = await until(service, id, ({ status }) => status === 'paused');
  expect(blocked).toMatchObject({ error: null, paused: expect.stringMatching(/The secret KEY has no value here/) });
  expect(server.calls).toEqual(['/first']);
  // Still missing after a restart: nothing is lost.
  await workspace.close();
  const same = await workspace.open();
  await until(same, id, ({ status, paused }) => status === 'paused' && paused?.includes('KEY') === true);
  expect(server.calls).toEqual(['/first']);
  await workspace.close();
  const given = await workspace.open({ variables: [KEY] });
  expect(await ended(given, id)).toMatchObject({ status: 'success' });
  expect(server.calls).toEqual(['/first', '/pay']);
});

test('one that a run inside needs blocks those around it, and is named there', async () => {
  workspace.write('pay.yaml', paying('inner'));
  workspace.write(
    'outer.yaml',
    'tasks: [{ id: a, type: basic, use: core:workflow, with: { file: pay.yaml }, on_error: { next: b } }, { id: b, type: basic }]',
  );
  const service = await workspace.open();
  const { id } = await start(service, 'outer');
  const blocked = await until(service, id, ({ status }) => status === 'paused');
  expect(blocked.paused).toMatch(/The secret KEY has no value here/);
  await workspace.close();
  const given = await workspace.open({ variables: [KEY] });
  expect(await ended(given, id)).toMatchObject({ status: 'success' });
});
