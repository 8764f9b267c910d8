import { beforeEach, describe, expect, it } from 'vitest';
import { clearSelection, select } from '../document/selection.ts';
import { resetSession } from '../testSession.ts';
import { session } from './store.ts';
import { inspected, openDrawer, setDirection, setMode, setNarrow, toggleInspector } from './view.ts';

function direction(): string {
  return session.getState().view.direction;
}

describe('the direction of the graph', () => {
  beforeEach(() => resetSession({ 'a.yaml': 'tasks: [{id: a, type: basic}]\n' }));

  it('is to the right in Design, and down beside the text and on a phone', () => {
    expect(direction()).toBe('right');
    setMode('split');
    expect(direction()).toBe('down');
    setMode('design');
    expect(direction()).toBe('right');
    setNarrow(true);
    expect(direction()).toBe('down');
  });

  it('that was chosen in one mode leaves that of the other', () => {
    setDirection('down');
    setMode('split');
    setDirection('right');
    setMode('design');
    expect(direction()).toBe('down');
    setMode('split');
    expect(direction()).toBe('right');
    setNarrow(true);
    expect(direction()).toBe('right');
  });
});

describe('the inspector', () => {
  beforeEach(() => resetSession({ 'a.yaml': 'tasks: [{id: a, type: basic}]\n' }));

  it('opens with what is selected and folds without it', () => {
    expect(inspected(session.getState())).toBe(null);
    select({ tasks: ['a'] });
    expect(inspected(session.getState())).toBe('selection');
    clearSelection();
    expect(inspected(session.getState())).toBe(null);
  });

  it('shows the workflow itself when it is asked to, and hides it again', () => {
    toggleInspector();
    expect(inspected(session.getState())).toBe('workflow');
    toggleInspector();
    expect(inspected(session.getState())).toBe(null);
  });

  it('shows the workflow until a run takes its place on a phone, and next to the run elsewhere', () => {
    toggleInspector();
    openDrawer();
    expect(inspected(session.getState())).toBe('workflow');
    setNarrow(true);
    openDrawer();
    expect(inspected(session.getState())).toBe(null);
  });

  it('stays closed beside the text until it is opened there', () => {
    setMode('split');
    select({ tasks: ['a'] });
    expect(inspected(session.getState())).toBe(null);
    toggleInspector();
    expect(inspected(session.getState())).toBe('selection');
    toggleInspector();
    expect(inspected(session.getState())).toBe(null);
  });
});
