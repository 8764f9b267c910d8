import { Composer, type Document, Schema, YAMLParseError } from 'yaml';
import { messageOf } from '../../base/index.ts';
import { MAX_DEPTH, MAX_ERRORS, MAX_NODES, MAX_TOKENS } from '../lines/limits.ts';
import { MAX_MASKED, type MaskedTokens, readMaskedTokens } from '../lines/maskTemplates.ts';
import type { Fragment, Problem, SyntaxNode } from '../tree/Syntax.ts';
import { buildNode, type TreeContext } from './buildTree.ts';
import { describeError, describeTab } from './describeError.ts';
import { findControlCharacters, tooManyNodes } from './problems.ts';

/** The core schema of YAML 1.2. To make it takes as long as to read a task. */
const CORE_SCHEMA = new Schema({ schema: 'core', merge: false, resolveKnownTags: true });

/** Reads any stretch of text by the YAML library: see `parseFragment`. */
export function parseAny(text: string, depth: number): Fragment {
  const problems: Problem[] = findControlCharacters(text);
  const stream = readMaskedTokens(text);
  const context: TreeContext = { text, templates: stream.templates, problems, nodeCount: 0, hasReferences: false };
  let root: SyntaxNode | null = null;
  try {
    const documents = composeAll(stream);
    const [first, second] = documents;
    root = buildNode(context, first?.contents, { props: startProps(stream), depth });
    if (second !== undefined) problems.push(severalDocuments(text, second));
    for (const document of documents) problems.push(...readErrors(stream, document));
  } catch (error) {
    problems.push(unreadable(text, error));
  }
  if (stream.stop !== null) problems.push(stopped(text, stream.stop));
  return {
    root,
    problems: tidyProblems(text, problems),
    nodeCount: context.nodeCount,
    cost: Math.max(context.nodeCount, Math.floor((stream.lexemes * MAX_NODES) / MAX_TOKENS)),
    hasReferences: context.hasReferences,
  };
}

function composeAll(stream: MaskedTokens): Document.Parsed[] {
  const composer = new Composer({
    keepSourceTokens: true,
    uniqueKeys: false,
    schema: mayShareSchema(stream.text) ? CORE_SCHEMA : 'core',
    merge: false,
    logLevel: 'silent',
  });
  limitErrors(composer);
  return [...composer.compose(stream.tokens, true, stream.text.length)];
}

/** A tag the schema does not have is added to it when it occurs, and a directive may choose another. */
function mayShareSchema(text: string): boolean {
  return !text.includes('!') && !text.includes('%');
}

/**
 * Has the library make no more errors than are reported: each captures a stack trace, and millions of them exhaust the
 * memory. The library has no setting for it, so what it calls for each error is replaced.
 */
function limitErrors(composer: Composer): void {
  const report: unknown = Reflect.get(composer, 'onError');
  if (typeof report !== 'function') return;
  let count = 0;
  Reflect.set(composer, 'onError', (...error: unknown[]) => {
    count += 1;
    if (count <= 5 * MAX_ERRORS) Reflect.apply(report, composer, error);
  });
}

function startProps(stream: MaskedTokens) {
  const document = stream.tokens.find((token) => token.type === 'document');
  return document?.type === 'document' ? document.start.filter((token) => token.type === 'tag') : [];
}

function readErrors(stream: MaskedTokens, document: Document.Parsed): Problem[] {
  const stop = stream.stop?.offset ?? Number.POSITIVE_INFINITY;
  const errors = document.errors.filter((error) => error.pos[0] < stop && error.code !== 'DUPLICATE_KEY');
  const { text } = stream;
  return errors
    .slice(0, 5 * MAX_ERRORS)
    .map((error) =>
      error.code === 'TAB_AS_INDENT' ? describeTab(text, error) : describeError(text, withQuoteStart(text, error)),
    );
}

/** The reader reports a missing quote where the text ends; people look for it where the quote starts. */
function withQuoteStart(text: string, error: YAMLParseError): YAMLParseError {
  if (!error.message.startsWith('Missing closing ')) return error;
  const quote = error.message.includes("'quote") ? "'" : '"';
  const start = findUnclosedQuote(text, quote, error.pos[0]);
  if (start < 0) return error;
  const lineEnd = text.indexOf('\n', start);
  return new YAMLParseError([start, lineEnd < 0 ? text.length : lineEnd], error.code, error.message);
}

/** The last quote before `end` that opens a value: it is at the start of a line, or behind a blank or bracket. */
function findUnclosedQuote(text: string, quote: string, end: number): number {
  for (let start = text.lastIndexOf(quote, end); start >= 0; start = text.lastIndexOf(quote, start - 1)) {
    if (start === 0 || /[\s[{,:]/.test(text.charAt(start - 1))) return start;
  }
  return -1;
}

function severalDocuments(text: string, second: Document.Parsed): Problem {
  const marker = text.lastIndexOf('---', second.range[0] + 3);
  const start = Math.max(marker, 0);
  return {
    code: 'MULTIPLE_DOCUMENTS',
    severity: 'error',
    range: { start, end: Math.min(start + 3, text.length) },
    message:
      'A second YAML document starts here; only the first is read. Put it into a file of its own, or remove the --- line.',
  };
}

function unreadable(text: string, error: unknown): Problem {
  const said = messageOf(error);
  // The platform's own words for it mean nothing to the author.
  const reason = /call stack|array length/i.test(said) ? 'it holds too much in one place' : said;
  return {
    code: 'SYNTAX_ERROR',
    severity: 'error',
    range: { start: 0, end: Math.min(1, text.length) },
    message: `This part could not be read as YAML (${reason}). Simplify it.`,
  };
}

function stopped(text: string, stop: NonNullable<MaskedTokens['stop']>): Problem {
  const start = Math.min(stop.offset, Math.max(text.length - 1, 0));
  const range = { start, end: Math.min(start + 1, text.length) };
  if (stop.code === 'TOO_DEEP') {
    const message = `Maps and lists are nested more than ${MAX_DEPTH} levels deep here; the rest is not read. Flatten the document.`;
    return { code: stop.code, severity: 'error', range, message };
  }
  if (stop.code === 'TOO_MANY_TEMPLATES') {
    const message = `This part of the document has more than ${MAX_MASKED.toLocaleString('en')} templates without quotes; the rest is not read. Put each template in quotes.`;
    return { code: 'TOO_MANY_NODES', severity: 'error', range, message };
  }
  return tooManyNodes(range.start, range.end);
}

/** Sorted by place; of several errors of YAML on one line only the first is kept. */
function tidyProblems(text: string, problems: readonly Problem[]): Problem[] {
  const sorted = [...problems].sort((a, b) => a.range.start - b.range.start);
  let lineEnd = -1;
  return sorted.filter((problem) => {
    if (problem.code !== 'SYNTAX_ERROR') return true;
    if (problem.range.start <= lineEnd) return false;
    const next = text.indexOf('\n', problem.range.start);
    lineEnd = next < 0 ? text.length : next;
    return true;
  });
}
