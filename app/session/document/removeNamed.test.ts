import { beforeEach, expect, test } from 'vitest';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import { undo } from './dispatch.ts';
import { removeNamed } from './removeNamed.ts';

const SOURCE = `agents:
  - id: a
    use: core:agent
tools:
  - id: idle
    use: core:http
tasks:
${['one', 'two', 'three', 'four'].map((id) => `  - {id: ${id}, type: basic, use: "agent:a"}\n`).join('')}`;

beforeEach(() => resetSession({ 'a.yaml': SOURCE, 'b.yaml': 'agents:\n  - id: mine\n    import: ./a.yaml#a\n' }));

test('what is removed says who still uses it, and the offer takes exactly that back', () => {
  const notices = collectNotices();
  expect(removeNamed({ kind: 'agent', id: 'a' })).toBe(true);
  expect(notices).toMatchObject([
    { kind: 'warning', message: 'Removed agent a. It is still used by one, two, three and 2 more.' },
  ]);
  notices[0]?.action?.run();
  expect(textOf('a.yaml')).toBe(SOURCE);
});

test('nothing is missed of what nothing used; an offer that came too late takes nothing else back', () => {
  const notices = collectNotices();
  removeNamed({ kind: 'tool', id: 'idle' });
  expect(notices[0]?.message).toBe('Removed tool idle. Nothing used it.');
  undo();
  notices[0]?.action?.run();
  expect(textOf('a.yaml')).toBe(SOURCE);
  expect(notices.at(-1)?.message).toMatch(/changed since/);
});

test('what is not there is refused, and nothing changes', () => {
  expect(removeNamed({ kind: 'tool', id: 'gone' })).toBe(false);
  expect(textOf('a.yaml')).toBe(SOURCE);
});
