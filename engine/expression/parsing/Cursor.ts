import type { ExpressionCall, ExpressionNode, ExpressionProblem, ExpressionReference } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';
import { LIMITS } from '../values/limits.ts';

/** A name bound by an arrow function around the place being read. */
interface Local {
  readonly name: string;
  readonly slot: number;
}

/** The state of one parse: its position in the tokens, what it has found, and which names are bound. */
export class Cursor {
  readonly errors: ExpressionProblem[];
  readonly references: ExpressionReference[] = [];
  readonly calls: ExpressionCall[] = [];
  readonly #tokens: readonly Token[];
  readonly #locals: Local[] = [];
  #slots = 0;
  #at = 0;
  #depth = 0;
  #isTooDeep = false;

  readonly #read: (cursor: Cursor) => ExpressionNode;

  /** `read` reads a whole expression: the parts of the grammar meet here, so that none imports the one above it. */
  constructor(
    tokens: readonly Token[],
    errors: readonly ExpressionProblem[],
    read: (cursor: Cursor) => ExpressionNode,
  ) {
    this.#tokens = tokens;
    this.errors = [...errors];
    this.#read = read;
  }

  /** A whole expression, pipes included: the content of brackets, arguments, items and arrow bodies. */
  readExpression(): ExpressionNode {
    return this.#read(this);
  }

  /** The token ahead by `offset`; the last one, of kind `end`, repeats for ever. */
  peek(offset = 0): Token {
    return this.#tokens[Math.min(this.#at + offset, this.#tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  /** The end of the token before this place. */
  get lastEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? this.peek().start;
  }

  /** The end of what ends with this place, or with its last part where the text breaks off: a hole may follow blanks. */
  endAfter(last: { readonly end: number } | undefined): number {
    return Math.max(this.lastEnd, last?.end ?? 0);
  }

  isSign(text: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token.kind === 'sign' && token.text === text;
  }

  accept(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.#at += 1;
    return true;
  }

  /** Takes a closing sign; when it is missing, reports its opening one and continues. */
  close(text: string, opening: Token): void {
    if (this.accept(text)) return;
    this.fail(`\`${opening.text}\` is not closed: \`${text}\` is missing.`, opening);
  }

  /** Reports that the text breaks the grammar. Only the first time: what follows from a mistake is noise. */
  fail(message: string, range: { readonly start: number; readonly end: number }): void {
    if (this.errors.length === 0) this.note(message, range);
  }

  /** Reports a separate problem, in text that could be read. */
  note(message: string, range: { readonly start: number; readonly end: number }): void {
    this.errors.push({ message, start: range.start, end: range.end });
  }

  /** Enters one level of nesting; false past the limit, and then the rest of the text is skipped. */
  enter(): boolean {
    this.#depth += 1;
    if (this.#depth <= LIMITS.depth) return true;
    if (!this.#isTooDeep) {
      this.#isTooDeep = true;
      this.note(
        `An expression nests at most ${LIMITS.depth} levels. Split it over several tasks or fields.`,
        this.peek(),
      );
    }
    this.#at = this.#tokens.length - 1;
    this.#depth -= 1;
    return false;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Binds parameters for the time of `read`; each gets a slot of its own. */
  withLocals<T>(names: readonly string[], read: (slots: readonly number[]) => T): T {
    const slots = names.map((name) => {
      const slot = this.#slots;
      this.#slots += 1;
      this.#locals.push({ name, slot });
      return slot;
    });
    const result = read(slots);
    this.#locals.length -= names.length;
    return result;
  }

  /** The slot of the nearest parameter with this name. */
  findLocal(name: string): number | undefined {
    return this.#locals.findLast((local) => local.name === name)?.slot;
  }
}
