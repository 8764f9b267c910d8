/**
 * Finds where sources name task types: comparisons with one, and the files that name one at all. Reads the syntax
 * tree, so words in comments, in running text and in documents written as text do not count.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** Words that are names of other things too: kinds of nodes and shapes, badges. They count only next to a `type`. */
const AMBIGUOUS = new Set(['map', 'wait']);

/** Sources that run, tests and what only tests import apart. */
const OTHERS = /\.test\.tsx?$|\.d\.ts$|^engine\/testing\/|\/testing[^/]*\.ts$/;

/**
 * A place that asks for a task type by its name: `comparison` (`task.type === 'map'`, `case 'map':`), or `list` (an array
 * or a union of nothing but task types).
 * @typedef {{ file: string, line: number, kind: 'comparison' | 'list' }} TypeQuestion
 * @typedef {{ questions: readonly TypeQuestion[], naming: ReadonlyMap<string, readonly string[]> }} TypeNames
 */

/**
 * @param {string} root the folder that holds `engine/` and `app/`
 * @param {readonly string[]} types the names of the task types
 * @returns {TypeNames} `naming`: by type the files that name it as a string or as a key of an object
 */
export function findTypeNames(root, types) {
  const files = ['engine', 'app'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
      .filter((file) => /\.tsx?$/.test(file) && !OTHERS.test(file)),
  );
  const read = files.map((file) => readSource(file, readFileSync(path.join(root, file), 'utf8'), new Set(types)));
  return {
    questions: read.flatMap(({ questions }) => questions),
    naming: new Map(types.map((type) => [type, files.filter((_, index) => read[index]?.named.has(type))])),
  };
}

/** @typedef {import('oxc-parser').Expression | import('oxc-parser').PrivateIdentifier | null} Side */

/**
 * @param {string} file @param {string} source @param {ReadonlySet<string>} types
 * @returns {{ questions: readonly TypeQuestion[], named: ReadonlySet<string> }}
 */
function readSource(file, source, types) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {TypeQuestion[]} */
  const questions = [];
  /** @type {Set<string>} */
  const named = new Set();
  /** @param {TypeQuestion['kind']} kind @param {{ start: number }} node */
  const ask = (kind, node) => questions.push({ file, line: source.slice(0, node.start).split('\n').length, kind });
  /** @param {{ type: string, value?: unknown } | null} node */
  const nameOf = (node) =>
    node?.type === 'Literal' && typeof node.value === 'string' && types.has(node.value) ? node.value : null;
  /** @param {Side} asked @param {Side} answer */
  const isQuestion = (asked, answer) => {
    const name = nameOf(answer);
    return name !== null && isAbout(name, asked);
  };
  /** @param {readonly ({ type: string, value?: unknown } | null)[]} nodes */
  const isList = (nodes) => nodes.length > 1 && nodes.every((node) => nameOf(node) !== null);

  new Visitor({
    BinaryExpression(node) {
      const isEquality = /^[!=]==?$/.test(node.operator);
      if (isEquality && (isQuestion(node.left, node.right) || isQuestion(node.right, node.left)))
        ask('comparison', node);
    },
    SwitchStatement(node) {
      for (const each of node.cases) if (isQuestion(node.discriminant, each.test)) ask('comparison', each);
    },
    ArrayExpression(node) {
      if (isList(node.elements)) ask('list', node);
    },
    TSUnionType(node) {
      if (isList(node.types.map((each) => (each.type === 'TSLiteralType' ? each.literal : each)))) ask('list', node);
    },
    Literal(node) {
      const name = nameOf(node);
      if (name !== null) named.add(name);
    },
    Property(node) {
      if (node.key.type === 'Identifier' && !node.computed && types.has(node.key.name)) named.add(node.key.name);
    },
  }).visit(program);
  return { questions, named };
}

/**
 * Whether a name that something is compared with can be that of its type. The `kind` of a node or of a body is another
 * thing, and so is how `children` run.
 * @param {string} name @param {Side} asked
 */
function isAbout(name, asked) {
  const subject = lastName(asked);
  if (/type$/i.test(subject)) return true;
  return !AMBIGUOUS.has(name) && !/(kind|children)$/i.test(subject);
}

/** @param {Side} node @returns {string} `type` of `task?.type` and of `type` */
function lastName(node) {
  if (node?.type === 'ChainExpression' || node?.type === 'TSNonNullExpression') return lastName(node.expression);
  if (node?.type === 'MemberExpression') return node.property.type === 'Identifier' ? node.property.name : '';
  return node?.type === 'Identifier' ? node.name : '';
}
