import { walkTasks } from '../../model/index.ts';
import type { Rule } from '../Rule.ts';

/** Functions whose result is another one each time. */
const CHANGING: ReadonlySet<string> = new Set(['now', 'timestamp', 'uuid']);

/** Waits whose condition reads nothing that could change: they end at once or never. */
export const checkWaits: Rule = function* ({ analysis, templates }) {
  const byPath = new Map(templates.map((place) => [place.path.join('\n'), place] as const));
  for (const { task } of walkTasks(analysis.workflow)) {
    if (task.type !== 'wait' || task.config.condition === null) continue;
    const path = [...task.path, 'config', 'condition'];
    const place = byPath.get(path.join('\n'));
    const expressions = place?.template.expressions ?? [];
    const changes = expressions.some(
      ({ errors, references, calls }) =>
        errors.length > 0 || references.length > 0 || calls.some(({ name }) => CHANGING.has(name)),
    );
    if (changes || (place?.template.errors.length ?? 0) > 0) continue;
    const message =
      'This condition is the same at every check, so the wait ends at once or never. Read a result, "signal" or now().';
    yield { code: 'CONSTANT_CONDITION', path, message };
  }
};
