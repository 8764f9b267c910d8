import { beforeEach, expect, test } from 'vitest';
import { openFile, select, session } from '../../session/index.ts';
import { collectNotices, resetSession } from '../../session/testSession.ts';
import { enterFile, enterSelected } from './enterFile.ts';

const calling = (file: string): string =>
  `tasks:\n  - { id: call, type: basic, use: core:workflow, with: { file: ${file} }, on_success: { next: after } }\n  - { id: after, type: basic }\n`;

const at = (): readonly (string | null)[] => {
  const { document, view } = session.getState();
  return [...view.trail, document.activePath];
};

beforeEach(() =>
  resetSession({
    'top.yaml': calling('mid.yaml'),
    'mid.yaml': calling('deep.yaml'),
    'deep.yaml': 'tasks: [{ id: last, type: basic }]\n',
  }),
);

test('a workflow is entered through the task that runs it, with the way back around it', () => {
  select({ tasks: ['call'] });
  enterSelected();
  select({ tasks: ['call'] });
  enterSelected();
  expect(at()).toEqual(['top.yaml', 'mid.yaml', 'deep.yaml']);
  // One that is around already is gone back to.
  enterFile('top.yaml');
  expect(at()).toEqual(['top.yaml']);
});

test('a workflow that is opened by itself has nothing around it', () => {
  enterFile('mid.yaml');
  openFile('deep.yaml');
  expect(at()).toEqual(['deep.yaml']);
});

test('a task that runs no file, and a file that is not there, say so and open nothing', () => {
  const notices = collectNotices();
  select({ tasks: ['after'] });
  enterSelected();
  enterFile('gone.yaml');
  enterFile('top.yaml');
  expect(notices.map(({ message }) => message)).toEqual([
    'after names no workflow file that it runs.',
    'There is no gone.yaml in this workspace yet.',
    'top.yaml runs itself: it is open already.',
  ]);
  expect(at()).toEqual(['top.yaml']);
});
