import { parseBareTemplate } from '../parsing/parseTemplate.ts';
import { childrenOf } from '../tree/childrenOf.ts';
import type { ExpressionFailure, ExpressionNode } from '../tree/Expression.ts';
import { excerpt } from '../tree/Template.ts';

/**
 * The message of a failure as a person is told it: with the part of the expression that failed as it is written, and of a wrong
 * argument its text. The message itself is in events and is read by expressions, so it stays what it was when it was recorded; what is
 * told is derived from the text and the range next to it. Where these do not fit each other, and of mistakes in the text, it is the message.
 */
export function tellFailure(failure: Pick<ExpressionFailure, 'message' | 'source' | 'start' | 'end'>): string {
  const { message, source } = failure;
  const node = findNode(failure);
  if (node === undefined) return message;
  const written = excerpt(source, node);
  const prefix = node.kind === 'call' ? `${node.name}(): ` : '';
  if (node.kind !== 'call' || !message.startsWith(prefix)) return `in ${written}: ${message}`;
  const reason = message.slice(prefix.length);
  const { 0: words = '', 1: number } = WRONG_ARGUMENT.exec(reason) ?? [];
  const argument = node.args[Number(number) - 1];
  return argument === undefined
    ? `in ${written}: ${reason}`
    : `in ${written}, argument ${number}, ${excerpt(source, argument)}, must be ${reason.slice(words.length)}`;
}

/** How `FunctionCall` begins what it says of a wrong argument; what it must be follows. */
const WRONG_ARGUMENT = /^argument (\d+) is /;

/** The part of an expression that has the range of a failure: the outermost one, which is what was evaluated. */
function findNode({ source, start, end }: Pick<ExpressionFailure, 'source' | 'start' | 'end'>) {
  const { expressions, errors } = parseBareTemplate(source);
  if (errors.length > 0) return undefined;
  let inside: readonly ExpressionNode[] = expressions.map(({ ast }) => ast);
  while (inside.length > 0) {
    const node = inside.find((each) => each.start <= start && each.end >= end);
    if (node?.start === start && node.end === end) return node;
    inside = node === undefined ? [] : childrenOf(node);
  }
  return undefined;
}
