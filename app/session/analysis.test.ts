import { beforeEach, describe, expect, it } from 'vitest';
import { activeAnalysis, shownAnalysis } from './analysis.ts';
import { activeDiagnostics } from './diagnostics.ts';
import { replaceFileText } from './dispatch.ts';
import { openFile } from './files.ts';
import { update } from './store.ts';
import { resetSession } from './testSession.ts';

const GOOD = 'tasks:\n  - id: one\n    type: basic\n';

describe('the analysis of the open file', () => {
  beforeEach(() => resetSession({ 'a.yaml': GOOD, 'b.yaml': 'tasks: []\n' }));

  it('is the same object for the same text', () => {
    const first = activeAnalysis();
    openFile('b.yaml');
    expect(activeAnalysis()?.path).toBe('b.yaml');
    openFile('a.yaml');
    expect(activeAnalysis()).toBe(first);
    expect(shownAnalysis()).toBe(shownAnalysis());
  });

  it('shows the last good graph while the text is broken', () => {
    const good = activeAnalysis();
    replaceFileText('a.yaml', `${GOOD}   bad: [`, 'source.type:test');
    expect(activeAnalysis()?.isBroken).toBe(true);
    expect(shownAnalysis()).toEqual({ analysis: good, isStale: true });
    replaceFileText('a.yaml', `${GOOD}  - id: two\n    type: map\n`, 'source.type:test');
    expect(shownAnalysis().isStale).toBe(false);
    expect(shownAnalysis().analysis?.graph.nodes.has('two')).toBe(true);
  });

  it('is none without a file', () => {
    update({ activePath: null });
    expect(activeAnalysis()).toBeNull();
    expect(shownAnalysis()).toEqual({ analysis: null, isStale: false });
  });
});

describe('diagnostics', () => {
  beforeEach(() => resetSession({ 'a.yaml': GOOD }));

  it('have the errors of YAML at once', () => {
    replaceFileText('a.yaml', `${GOOD}   bad: [`, 'source.type:test');
    expect(activeDiagnostics().some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('of the text before move along until the worker has checked the new one', () => {
    const at = GOOD.indexOf('basic');
    const diagnostic = {
      code: 'X',
      severity: 'warning',
      range: { start: at, end: at + 5 },
      path: [],
      message: 'x',
    } as const;
    update({ checked: { path: 'a.yaml', text: GOOD, diagnostics: [diagnostic] } });
    expect(activeDiagnostics()).toEqual([diagnostic]);
    replaceFileText('a.yaml', `# new\n${GOOD}`, 'source.type:test');
    expect(activeDiagnostics()[0]?.range).toEqual({ start: at + 6, end: at + 11 });
    expect(activeDiagnostics()).toBe(activeDiagnostics());
    replaceFileText('a.yaml', `# new\n${GOOD.replace('basic', 'map')}`, 'source.type:test');
    expect(activeDiagnostics()).toEqual([]);
  });
});
