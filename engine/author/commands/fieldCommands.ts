import { err, toData } from '../../base/index.ts';
import { renameField, setField, setSource } from '../../edit/index.ts';
import { findNode } from '../../syntax/index.ts';
import { type Command, defineCommand } from './Command.ts';
import { findPart, PART_KEYS, resolveField } from './findPart.ts';
import { RENAME_INSTEAD } from './setFields.ts';

const FIELD = {
  kind: 'field',
  about: 'the field, such as retry.attempts; a list of keys where one holds a dot',
} as const;

/** The commands about fields, by name. Without a task or a resource they are about the document. */
export const FIELD_COMMANDS: Readonly<Record<string, Command>> = {
  setField: defineCommand({
    about: 'Sets a field of a task, of a resource, or of the document; missing maps on the way are created.',
    phase: 'set',
    takes: { ...PART_KEYS, field: FIELD, value: { kind: 'value', about: 'what it gets; templates as text' } },
    example: {
      command: 'setField',
      task: 'fetch',
      field: 'retry',
      value: { attempts: 3, backoff: 'exponential', interval: '1s' },
    },
    steps: ({ field, value, ...name }) => [
      ({ analysis }) => {
        const part = findPart(analysis, name);
        if (!part.ok) return part;
        if (field.length === 1 && field[0] === 'id' && part.value.length > 0) return err(RENAME_INSTEAD);
        return setField(analysis, { path: resolveField(analysis.syntax, part.value, field), value: toData(value) });
      },
    ],
  }),
  removeField: defineCommand({
    about: 'Removes a field, and every map that this leaves empty.',
    phase: 'remove',
    takes: { ...PART_KEYS, field: FIELD },
    example: { command: 'removeField', task: 'fetch', field: 'timeout' },
    steps: ({ field, ...name }) => [
      ({ analysis }) => {
        const part = findPart(analysis, name);
        if (!part.ok) return part;
        const path = resolveField(analysis.syntax, part.value, field);
        if (findNode(analysis.syntax, path) === undefined) {
          return err({
            code: 'UNKNOWN_FIELD',
            subject: field.join('.'),
            message: `There is no “${field.join('.')}” here.`,
          });
        }
        return setField(analysis, { path, value: undefined });
      },
    ],
  }),
  renameField: defineCommand({
    about: 'Renames a key; its value stays as it is written.',
    phase: 'rename',
    takes: { ...PART_KEYS, field: FIELD, to: { kind: 'text', about: 'the key it gets' } },
    example: { command: 'renameField', task: 'fetch', field: 'config.time_out', to: 'timeout' },
    steps: ({ field, to, ...name }) => [
      ({ analysis }) => {
        const part = findPart(analysis, name);
        if (!part.ok) return part;
        return renameField(analysis, { path: resolveField(analysis.syntax, part.value, field), key: to });
      },
    ],
  }),
  setSource: defineCommand({
    about: 'Replaces a part or a field with YAML, exactly as it is written, comments included.',
    phase: 'set',
    takes: {
      ...PART_KEYS,
      field: { ...FIELD, isOptional: true },
      yaml: { kind: 'text', about: 'the YAML from column 0; empty removes the part' },
    },
    example: { command: 'setSource', task: 'fetch', field: 'with', yaml: 'url: "{{ input.url }}"   # kept' },
    steps: ({ field = [], yaml, ...name }) => [
      ({ analysis }) => {
        const part = findPart(analysis, name);
        if (!part.ok) return part;
        const path = resolveField(analysis.syntax, part.value, field);
        return path.length === 0 ? err(WHOLE_DOCUMENT) : setSource(analysis, { path, yaml });
      },
    ],
  }),
};

const WHOLE_DOCUMENT = {
  code: 'WHOLE_DOCUMENT',
  subject: '',
  message: 'This would rewrite the whole document.',
};
