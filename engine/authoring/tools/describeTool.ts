import { describeTopic } from '../describe/describeTopic.ts';
import type { AuthorTool } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitText } from './budget.ts';

/** `describe`: what a word of Signalbox means; the same as `signalbox describe`. */
export const describeTool: AuthorTool = {
  name: 'describe',
  title: 'Describe the format',
  about:
    'What a word of the format means, with an example: a task type, a part of a document or of a test file, a built-in (core:http), a function of expressions, a model provider, a diagnostic code, a command of propose. Without a topic: all there are.',
  input: {
    properties: {
      topic: {
        type: 'string',
        description:
          'such as "type decision", "core:http", "function slice", "diagnostic UNKNOWN_TARGET", "command addTask"',
      },
      budget: BUDGET,
    },
  },
  isReading: true,
  answer: async (args) => {
    const told = describeTopic(typeof args['topic'] === 'string' ? args['topic'] : '');
    if (told.ok) return { says: { description: fitText(told.value, budgetOf(args)) } };
    const next = 'Call describe without a topic for all there are.';
    return { says: {}, findings: [{ code: 'UNKNOWN_TOPIC', place: 'topic', message: told.error, next }] };
  },
};
