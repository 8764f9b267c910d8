import type { BuiltInTool } from './BuiltInTool.ts';

const DELIMITER = { type: 'string', minLength: 1, maxLength: 8 };
const HEADER = { type: 'boolean' };

/** `core:csv` (format.md section 3). */
export const CSV_TOOL = {
  use: 'core:csv',
  description: 'Reads CSV text into rows, or writes rows as CSV text.',
  schema: {
    config: {
      type: 'object',
      properties: {
        delimiter: {
          ...DELIMITER,
          description: 'What separates fields; found out by itself when reading, a comma when writing.',
        },
        header: { ...HEADER, default: true, description: 'Whether the first line names the columns.' },
      },
    },
    input: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'CSV to read.' },
        rows: {
          type: 'array',
          items: { type: ['object', 'array'] },
          description: 'Rows to write: maps by column, or lists.',
        },
        columns: { type: 'array', items: { type: 'string' }, description: 'Which columns to write, in order.' },
        delimiter: { ...DELIMITER, description: 'As in config, for this call.' },
        header: { ...HEADER, description: 'As in config, for this call.' },
      },
    },
    output: {
      type: 'object',
      properties: {
        rows: { type: 'array', description: 'Maps by column; lists without a header line. Every field is text.' },
        columns: { type: 'array', items: { type: 'string' }, description: 'The columns, in order.' },
        text: { type: 'string', description: 'The CSV that was written.' },
      },
    },
  },
} as const satisfies BuiltInTool;
