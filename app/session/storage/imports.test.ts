import { beforeEach, describe, expect, it } from 'vitest';
import { undo } from '../document/dispatch.ts';
import { session } from '../store/store.ts';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import { importFiles } from './imports.ts';

const file = (name: string, text: string, layoutText: string | null = null) => ({ name, text, layoutText });

describe('imported files', () => {
  beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

  it('come in as one undo step, with their layouts, and the first is opened', () => {
    const layout = '{"version":1,"positions":{"x":{"x":1,"y":2}},"collapsed":[]}';
    importFiles({ files: [file('b.yaml', 'b\n', layout), file('c.yaml', 'c\n')], refused: [] });
    expect(session.getState().document.activePath).toBe('b.yaml');
    expect(session.getState().document.workspace.layouts.get('b.yaml')?.positions.get('x')).toEqual({ x: 1, y: 2 });
    undo();
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml']);
  });

  it('never replace a file that is here: the same text is opened, another comes in beside it', () => {
    importFiles({ files: [file('a.yaml', 'tasks: []\n')], refused: [] });
    expect(session.getState().document.workspace.files.size).toBe(1);
    importFiles({ files: [file('a.yaml', 'other\n')], refused: [] });
    expect([textOf('a.yaml'), textOf('a-2.yaml')]).toEqual(['tasks: []\n', 'other\n']);
    expect(session.getState().document.activePath).toBe('a-2.yaml');
  });

  it('that are exported runs make no file', () => {
    importFiles({
      files: [file('run.json', '{\n "format": "signalbox-run/1"\n}'), file('b.json', '{"tasks": []}')],
      refused: [],
    });
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml', 'b.json']);
  });

  it('tell what was refused and a layout that cannot be read', () => {
    const notices = collectNotices();
    importFiles({ files: [file('b.yaml', 'b\n', '{')], refused: ['x.png was not opened.'] });
    expect(notices.map(({ kind }) => kind)).toEqual(['error', 'warning']);
    expect(textOf('b.yaml')).toBe('b\n');
  });
});
