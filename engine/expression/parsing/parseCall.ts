import { findFunction } from '../functions/registry.ts';
import type { ArrowNode, CallNode, ExpressionNode } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';
import type { Cursor } from './Cursor.ts';

type Argument = ExpressionNode | ArrowNode;

/** Arguments up to the closing bracket; the opening one has been taken. */
export function parseArguments(cursor: Cursor, opening: Token): Argument[] {
  const args: Argument[] = [];
  while (!cursor.isSign(')') && cursor.peek().kind !== 'end') {
    args.push(isArrowAhead(cursor) ? parseArrow(cursor) : cursor.readExpression());
    if (!cursor.accept(',')) break;
  }
  cursor.close(')', opening);
  return args;
}

/** `x =>` or `(a, b) =>`. */
function isArrowAhead(cursor: Cursor): boolean {
  if (cursor.peek().kind === 'name') return cursor.isSign('=>', 1);
  if (!cursor.isSign('(')) return false;
  let offset = 1;
  while (cursor.peek(offset).kind === 'name') {
    offset += 1;
    if (!cursor.isSign(',', offset)) break;
    offset += 1;
  }
  return cursor.isSign(')', offset) && cursor.isSign('=>', offset + 1);
}

function parseArrow(cursor: Cursor): ArrowNode {
  const first = cursor.peek();
  const names: string[] = [];
  while (!cursor.isSign('=>')) {
    const token = cursor.next();
    if (token.kind === 'name') names.push(token.text);
  }
  cursor.next();
  return cursor.withLocals(names, (slots) => {
    const body = cursor.readExpression();
    return { kind: 'arrow', slots, body, start: first.start, end: body.end };
  });
}

/** Makes a call of what was read, and reports what the function's signature does not allow. */
export function finishCall(cursor: Cursor, name: Token, args: readonly Argument[], start: number): CallNode {
  cursor.calls.push({ name: name.text, start: name.start, end: name.end });
  checkArguments(cursor, name, args);
  const index = args.findIndex((argument) => argument.kind === 'arrow');
  const arrow = args[index];
  const values = args.filter((argument) => argument.kind !== 'arrow');
  return {
    kind: 'call',
    name: name.text,
    args: values,
    arrow: arrow?.kind === 'arrow' ? { node: arrow, index } : null,
    start,
    end: cursor.endAfter(args.at(-1)),
  };
}

function checkArguments(cursor: Cursor, name: Token, args: readonly Argument[]): void {
  const definition = findFunction(name.text);
  // A name that is no function is reported by `check`, as an unknown root is.
  if (definition === undefined) return;
  const [fewest, most] = definition.arity;
  if (args.length < fewest || args.length > most) {
    cursor.note(
      `\`${definition.signature}\` has been given ${args.length} argument${args.length === 1 ? '' : 's'}.`,
      name,
    );
    return;
  }
  for (const [index, argument] of args.entries()) {
    if (argument.kind !== 'arrow') {
      if (definition.arrow?.index === index && !definition.arrow.isOptional)
        cursor.note(`\`${definition.signature}\` needs an arrow function here, as in \`x => x.name\`.`, argument);
    } else if (definition.arrow?.index !== index)
      cursor.note(`\`${definition.signature}\` takes no arrow function here.`, argument);
    else if (argument.slots.length > definition.arrow.parameters)
      cursor.note(
        `\`${definition.signature}\` passes at most ${definition.arrow.parameters} values to its arrow function.`,
        argument,
      );
  }
}
