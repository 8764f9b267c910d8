import { configOf, traitsOf, walkTasks } from '../../../model/index.ts';
import { fixBySetting, type Rule } from '../../subject/Rule.ts';

/** Waits that say what comes with their signal, and wait for none (format.md 5). */
export const checkSignals: Rule = function* (subject) {
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    const { signal, signalSchema = null } = configOf(task);
    if (!traitsOf(task.type).waits || signal !== null || signalSchema === null) continue;
    yield {
      code: 'SCHEMA_WITHOUT_SIGNAL',
      path: [...task.path, 'config', 'signal_schema'],
      part: 'key',
      message: 'This task waits for no signal, so no one is asked for what the schema describes. Name one: "signal".',
      fixes: fixBySetting(subject, [...task.path, 'config', 'signal'], task.id, `Wait for the signal ${task.id}`),
    };
  }
};
