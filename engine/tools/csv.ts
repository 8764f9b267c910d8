import type { BuiltInTool } from './BuiltInTool.ts';

const DELIMITER = { type: 'string', minLength: 1, maxLength: 8 } as const;
const HEADER = { type: 'boolean' } as const;
const FORMULAS = { type: 'string', enum: ['escape', 'keep'] } as const;

/** `core:csv`. */
export const CSV = {
  name: 'csv',
  title: 'CSV',
  summary: 'Read or write a table',
  description: 'Reads CSV text into rows, or writes rows as CSV text.',
  schema: {
    config: {
      type: 'object',
      properties: {
        delimiter: {
          ...DELIMITER,
          description: 'What separates fields; detected when reading, a comma when writing.',
        },
        header: { ...HEADER, default: true, description: 'Whether the first line names the columns.' },
        formulas: {
          ...FORMULAS,
          default: 'escape',
          description:
            "What is written for a text that a spreadsheet reads as a formula (`=1+1`): `escape` puts a ' before it, `keep` leaves it. Numbers and phone numbers stay as is.",
        },
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
        formulas: { ...FORMULAS, description: 'As in config, for this call.' },
      },
    },
    output: {
      type: 'object',
      additionalProperties: false,
      properties: {
        rows: {
          type: 'array',
          items: {
            type: ['object', 'array'],
            additionalProperties: { type: ['string', 'null'] },
            items: { type: 'string' },
          },
          description: 'Maps by column; lists without a header line. Every field is text.',
        },
        columns: { type: 'array', items: { type: 'string' }, description: 'The columns, in order.' },
        text: { type: 'string', description: 'The CSV that was written.' },
      },
    },
  },
  start: { text: 'item,amount\ntea,3' },
  changes: 'nothing',
  reach: 'nowhere',
  isDeterministic: true,
} as const satisfies BuiltInTool;
