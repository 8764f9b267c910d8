import type { Diagnostic, Fix, Severity } from '#engine';
import { activeDiagnostics, readOnlyReason, writeFiles } from '../session/index.ts';
import { findCurrent } from './bindings.ts';
import { LANGUAGE } from './languages.ts';
import type { ModelBinding } from './ModelBinding.ts';
import { monaco } from './monaco.ts';
import { onChange } from './onChange.ts';
import { toVisibleRange } from './providers.ts';

const OWNER = 'signalbox';
const APPLY_FIX = 'signalbox.applyFix';

/** The editor redraws each of them at every change: more are in the list of problems only. */
const MOST_MARKERS = 1_000;

const SEVERITIES = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
} satisfies Record<Severity, monaco.MarkerSeverity>;

/** Underlines the diagnostics of the active file, now and whenever they change. Answers with a function that stops that. */
export function showProblems(binding: ModelBinding): () => void {
  const show = (): void => {
    const current = binding.current();
    if (current === null) return;
    const markers = activeDiagnostics()
      .slice(0, MOST_MARKERS)
      .map(
        (diagnostic): monaco.editor.IMarkerData => ({
          ...toVisibleRange(current.map, diagnostic.range),
          severity: SEVERITIES[diagnostic.severity],
          message: diagnostic.message,
          code: diagnostic.code,
        }),
      );
    monaco.editor.setModelMarkers(current.model, OWNER, markers);
  };
  show();
  const stop = onChange(activeDiagnostics, show);
  const change = binding.editor.onDidChangeModel(show);
  return () => {
    stop();
    change.dispose();
  };
}

/** Offers the fixes of diagnostics as quick fixes; each is one undo step. Call once. */
export function registerFixes(): void {
  monaco.editor.registerCommand(APPLY_FIX, (_accessor, path: string, fix: Fix) => {
    writeFiles('source.fix', [{ type: 'edit', path, edits: fix.edits }]);
  });
  monaco.languages.registerCodeActionProvider(LANGUAGE, {
    provideCodeActions(model, range) {
      const current = findCurrent(model);
      if (current === null || readOnlyReason() !== null) return { actions: [], dispose: () => undefined };
      const touched = activeDiagnostics().filter((diagnostic) =>
        monaco.Range.areIntersectingOrTouching(toVisibleRange(current.map, diagnostic.range), range),
      );
      return {
        actions: touched.flatMap((diagnostic) => toActions(current.path, diagnostic)),
        dispose: () => undefined,
      };
    },
  });
}

function toActions(path: string, diagnostic: Diagnostic): monaco.languages.CodeAction[] {
  return (diagnostic.fixes ?? []).map((fix, index) => ({
    title: fix.title,
    kind: 'quickfix',
    isPreferred: index === 0,
    command: { id: APPLY_FIX, title: fix.title, arguments: [path, fix] },
  }));
}
