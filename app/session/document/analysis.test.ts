import { beforeEach, describe, expect, it } from 'vitest';
import { update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { activeAnalysis } from './analysis.ts';
import { activeDiagnostics } from './diagnostics.ts';
import { replaceFileText, writeFiles } from './dispatch.ts';
import { openFile } from './files.ts';
import { documentRuntime } from './runtime.ts';

const GOOD = 'tasks:\n  - id: one\n    type: basic\n';

describe('the analysis of the open file', () => {
  beforeEach(() => resetSession({ 'a.yaml': GOOD, 'b.yaml': 'tasks: []\n' }));

  it('is the same object for the same text', () => {
    const first = activeAnalysis('own');
    openFile('b.yaml');
    expect(activeAnalysis('own')?.path).toBe('b.yaml');
    openFile('a.yaml');
    expect(activeAnalysis('own')).toBe(first);
    expect(activeAnalysis('drawn')).toBe(activeAnalysis('drawn'));
  });

  it('shows the last good graph while the text is broken', () => {
    const good = activeAnalysis('own');
    replaceFileText('a.yaml', `${GOOD}   bad: [`, 'source.type:test');
    expect(activeAnalysis('own')?.isBroken).toBe(true);
    expect(activeAnalysis('shown')).toBe(good);
    expect(activeAnalysis('drawn')).toBe(good);
    replaceFileText('a.yaml', `${GOOD}  - id: two\n    type: map\n`, 'source.type:test');
    expect(activeAnalysis('shown')).toBe(activeAnalysis('own'));
    expect(activeAnalysis('shown')?.graph.nodes.has('two')).toBe(true);
  });

  it('is derived from the edits of a transaction: what they leave is the same object', () => {
    const before = activeAnalysis('own')?.graph.nodes.get('one');
    const two = '  - id: two\n    type: basic\n';
    writeFiles('source.type:test', [
      { type: 'edit', path: 'a.yaml', edits: [{ start: GOOD.length, end: GOOD.length, text: two }] },
    ]);
    expect(documentRuntime.documents.get('a.yaml')?.latest.syntax.text).toBe(GOOD + two);
    expect(activeAnalysis('own')?.graph.nodes.get('one')?.task).toBe(before?.task);
    expect([...(activeAnalysis('own')?.graph.nodes.keys() ?? [])]).toEqual(['one', 'two']);
  });

  it('is none without a file', () => {
    update({ document: { activePath: null } });
    expect(activeAnalysis('own')).toBeNull();
    expect(activeAnalysis('shown')).toBeNull();
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
    update({ document: { checked: { path: 'a.yaml', text: GOOD, diagnostics: [diagnostic] } } });
    expect(activeDiagnostics()).toEqual([diagnostic]);
    replaceFileText('a.yaml', `# new\n${GOOD}`, 'source.type:test');
    expect(activeDiagnostics()[0]?.range).toEqual({ start: at + 6, end: at + 11 });
    expect(activeDiagnostics()).toBe(activeDiagnostics());
    replaceFileText('a.yaml', `# new\n${GOOD.replace('basic', 'map')}`, 'source.type:test');
    expect(activeDiagnostics()).toEqual([]);
  });
});
