import { err, ok } from '../../base/index.ts';
import { createLineIndex } from '../../text/index.ts';
import { type Command, defineCommand } from './Command.ts';

/** The changes of text, by name: what no command can say, and files that hold no workflow. */
export const TEXT_COMMANDS: Readonly<Record<string, Command>> = {
  edit: defineCommand({
    about: 'Replaces a piece of text that occurs exactly once.',
    phase: 'text',
    takes: {
      old: { kind: 'text', about: 'the text as it is written, with as many lines as make it unique' },
      new: { kind: 'text', about: 'what is written in its place' },
    },
    example: { edit: { old: 'timeout: 5s', new: 'timeout: 30s' } },
    steps: ({ old, new: written }) => [
      ({ path, analysis: { syntax } }) => {
        const { text } = syntax;
        // Whoever proposes may not know how lines of the file end.
        const isCrlf = text.includes('\r\n');
        const [from, to] = [old, written].map((part) => (isCrlf ? part.replace(/\r?\n/gu, '\r\n') : part));
        if (from === undefined || to === undefined || from === '') return err(EMPTY_EDIT);
        const start = text.indexOf(from);
        if (start < 0) return err({ ...NOT_FOUND, message: `“${path}” has no such text.` });
        const second = text.indexOf(from, start + 1);
        if (second >= 0) {
          const lines = [start, second].map((offset) => createLineIndex(text).positionAt(offset).line);
          const message = `“${path}” has this text several times: in lines ${lines.join(' and ')}.`;
          return err({ code: 'EDIT_AMBIGUOUS', subject: '', message });
        }
        const edits = from === to ? [] : [{ start, end: start + from.length, text: to }];
        return ok({ origin: 'edit', changes: edits.length === 0 ? [] : [{ type: 'edit', path, edits }] });
      },
    ],
  }),
  create: defineCommand({
    about: 'Creates a file.',
    phase: 'text',
    takes: { text: { kind: 'text', about: 'all of its text' } },
    example: { create: 'tasks:\n  - id: hello\n    type: basic\n', path: 'hello.yaml' },
    steps: ({ text }) => [
      ({ path, files }) =>
        files.has(path)
          ? err({ code: 'FILE_EXISTS', subject: path, message: `There already is a file “${path}”.` })
          : ok({ origin: 'create', changes: [{ type: 'create', path, text }] }),
    ],
  }),
};

const EMPTY_EDIT = { code: 'EDIT_NOT_FOUND', subject: '', message: 'The text to replace is empty.' };
const NOT_FOUND = { code: 'EDIT_NOT_FOUND', subject: '' };
