import { expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { replay, runScript } from '../testing/runScript.ts';

test('a task runs what it uses and hands its data on', () => {
  const run = runScript(
    yaml`
      tasks:
        - id: a
          type: basic
          use: core:http
          with:
            url: "https://x.test/{{ input.city }}"
          on_success:
            next: b
            with:
              n: "{{ output.n }}"
              text: "n={{ output.n }}"
        - id: b
          type: basic
    `,
    { input: { city: 'oslo' }, answers: { a: { value: { n: 5 }, after: 100 } } },
  );
  expect(run.view).toMatchObject({ status: 'success', output: { n: 5, text: 'n=5' } });
  expect(run.calls).toMatchObject([
    { type: 'tool.call', use: 'core:http', key: 'run/a/1/1/1', input: { city: 'oslo', url: 'https://x.test/oslo' } },
  ]);
  expect(run.view.edges).toEqual(new Map([['a>on_success>b', 1]]));
  expect(run.view.tasks.get('a')).toMatchObject({
    status: 'success',
    startedAt: 1767225600000,
    endedAt: 1767225600100,
  });
});

test('the same journal gives the same events, byte for byte', () => {
  const text = yaml`
    tasks:
      - id: a
        type: basic
        use: core:http
        with: { id: "{{ uuid() }}" }
        retry: { attempts: 3, backoff: exponential, interval: 1s, jitter: true }
  `;
  const run = runScript(text, { answers: { a: [{ error: 'COMMUNICATION_ERROR' }, { value: 1 }] } });
  expect(JSON.stringify(replay(text, run.journal))).toBe(JSON.stringify(run.events));
  expect(run.view.status).toBe('success');
});
