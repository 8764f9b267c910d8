import { useEffect, useMemo, useState } from 'react';
import { evaluateTemplate, loadPatterns, PatternsMissing, parseBareTemplate, parseTemplate } from '#engine/values';
import { useSession } from '../../session/index.ts';
import { createRunScope } from '../../session/run/index.ts';
import { describeValue } from '../parts/scalarText.ts';

/**
 * What a template of the selected task would have been in the run on screen, in a line; undefined while a run is running,
 * without expressions, and where the run does not hold all it reads.
 */
export function useRunNote(text: string, isBare: boolean): string | undefined {
  const view = useSession((state) =>
    state.run.shown && state.run.shown.path === state.document.activePath && state.run.shown.view.status !== 'running'
      ? state.run.shown.view
      : null,
  );
  const variables = useSession((state) => state.workspace.variables);
  const id = useSession((state) =>
    state.document.selection.tasks.size === 1 ? [...state.document.selection.tasks][0] : undefined,
  );
  const [hasPatterns, setHasPatterns] = useState(false);
  const note = useMemo(() => {
    const template = (isBare ? parseBareTemplate : parseTemplate)(text);
    if (!view || template.expressions.length === 0 || template.errors.length > 0) return undefined;
    const activation = id === undefined ? undefined : view.tasks.get(id);
    try {
      const result = evaluateTemplate(template, createRunScope({ view, variables, activation }));
      return result.ok && result.value.missing.length === 0 ? describeValue(result.value.value) : undefined;
    } catch (error) {
      if (error instanceof PatternsMissing && !hasPatterns) return null;
      throw error;
    }
  }, [text, isBare, view, variables, id, hasPatterns]);
  const needsPatterns = note === null;
  useEffect(() => {
    if (needsPatterns) void loadPatterns().then(() => setHasPatterns(true));
  }, [needsPatterns]);
  return note ?? undefined;
}
