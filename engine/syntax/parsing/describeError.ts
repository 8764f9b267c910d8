import type { YAMLError } from 'yaml';
import type { TextRange } from '../../text/index.ts';
import type { Problem } from '../tree/Syntax.ts';
import { syntaxError } from './problems.ts';

/** Explains in plain words what the YAML reader found, with a fix where there is a safe one. Offsets refer to `text`. */
export function describeError(text: string, error: YAMLError): Problem {
  const range = clampRange(text, error.pos[0], error.pos[1]);
  if (error.message.startsWith('Missing closing '))
    return { ...syntaxError(range), message: unclosedQuote(error.message) };
  return { ...syntaxError(range), message: messageFor(text, range, error) };
}

function messageFor(text: string, range: TextRange, { code, message }: YAMLError): string {
  const here = excerpt(text, range);
  switch (code) {
    case 'BAD_INDENT':
      if (/flow (map|sequence)/i.test(message)) return unclosedBracket(message);
      return /block scalar/i.test(message)
        ? 'A line of this text block is indented less than its first line. Give all its lines at least that indent.'
        : 'This line is indented unlike its neighbours. Keys of one map, and the dashes of one list, start in the same column.';
    case 'BAD_SCALAR_START':
      return `A value cannot start with ${here.slice(0, 1) || 'this character'} unless it is quoted. Put the value in double quotes.`;
    case 'BAD_DQ_ESCAPE':
      return `“${here}” is not an escape of double-quoted text. Write \\\\ for a backslash, or use single quotes.`;
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'There is a second “: ” on this line, or a line below is indented too far. Quote text that holds “: ”, or put the nested key on a line of its own.';
    case 'BLOCK_IN_FLOW':
      return 'Inside { } and [ ] there are no indented lists or maps. Use commas and brackets, or take the brackets away.';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'A key must be on one line, with its colon. Check the indent of this line and the quotes before it.';
    case 'KEY_OVER_1024_CHARS':
      return 'This key is longer than YAML allows (1,024 characters). Check for a missing quote or line break.';
    case 'MISSING_CHAR':
      return missingCharacter(message);
    case 'BAD_ALIAS':
      return 'An anchor (&) or alias (*) needs a name right behind its sign. Quote the value if the sign is meant as text.';
    case 'ALIAS_PROPS':
      return 'An alias (*name) cannot have an anchor or a tag. Remove them.';
    case 'MULTIPLE_ANCHORS':
      return 'A value can have one anchor (&name) only. Take the other away.';
    case 'MULTIPLE_TAGS':
      return 'A value can have one tag (!name) only. Take the other away.';
    case 'BAD_DIRECTIVE':
      return 'This directive is not understood. Remove the line: workflows need no % directives.';
    case 'TAG_RESOLVE_FAILED':
      return `The tag ${here} cannot be resolved. Remove it: workflows need no tags.`;
    case 'BAD_COLLECTION_TYPE':
      return `The tag ${here} does not fit this value. Remove it: workflows need no tags.`;
    case 'RESOURCE_EXHAUSTION':
      return 'This part is nested too deeply to be read. Flatten it.';
    default:
      return here === ''
        ? 'Something is missing or misplaced here. Check the indent and the quotes of this line and the one before.'
        : `“${here}” is not expected here. Check the indent, the quotes and the brackets of this line and the one before.`;
  }
}

function missingCharacter(message: string): string {
  if (message.startsWith('Implicit map keys'))
    return 'This key has no colon. Write “key: value”, with a space behind the colon.';
  if (/must end with a [\]}]/.test(message)) return unclosedBracket(message);
  if (message.startsWith('Missing , ')) return 'A comma is missing between two entries. Put one between them.';
  if (message.startsWith('Missing space after :')) return 'A colon needs a space behind it. Write “key: value”.';
  if (message.includes('directives-end'))
    return 'A line --- must follow the directives at the top. Add it, or remove the lines that start with %.';
  if (message.startsWith('Comments must be separated'))
    return 'A comment needs a space before its #. Add one, or quote the value.';
  return `YAML misses something here: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
}

function unclosedBracket(message: string): string {
  const isMap = /map/i.test(message);
  const [open, close] = isMap ? ['{', '}'] : ['[', ']'];
  return `The ${open} before this place is not closed. Add ${close}, and indent what is between more than its key. Quote the value if ${open} is meant as text.`;
}

function unclosedQuote(message: string): string {
  const quote = message.includes("'") ? "'" : '"';
  return `The quote that starts here is not closed. Add ${quote} at its end; further lines of quoted text must be indented.`;
}

/** The problem of a line that is indented with a tab. What fixes it is found by the check. */
export function describeTab(text: string, error: YAMLError): Problem {
  const range = clampRange(text, error.pos[0], error.pos[1]);
  const message = 'This line is indented with a tab, which YAML does not allow. Indent with spaces.';
  return { code: 'TAB_INDENT', severity: 'error', range, message };
}

/** The range inside the text, at least one character wide where the text allows, never over a line break. */
function clampRange(text: string, from: number, to: number): TextRange {
  const start = Math.min(Math.max(from, 0), text.length);
  const end = Math.min(Math.max(to, start), text.length);
  if (start < end || text.length === 0) return { start, end };
  return { start: Math.max(0, start - 1), end: start };
}

function excerpt(text: string, range: TextRange): string {
  const [line = ''] = text.slice(range.start, range.end).trim().split('\n');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
