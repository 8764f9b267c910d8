/**
 * Checks how sources are written, where neither the formatter nor the linter can: one style of privacy, no state in
 * modules of the engine, no interface for a single class, one room that feeds the run machine, plain words in comments,
 * messages and pages. Prints each fault; exit code 1 with any, or when nothing was read.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { checkPages, findOddWords } from './findOddWords.mjs';
import { listModules } from './readImports.mjs';

/** @typedef {{ rule: string, file: string, line: number, text: string }} SourceFault */

/** Classes whose fields a snapshot stores by name (`engine/run/state/stateClasses.ts`): `#` would hide them from it. */
const STORED_BY_NAME = /^engine\/run\/state\//;

/** Rooms without state outside of what they make: hosts have a process or a worker of their own, tests a file. */
const STATELESS = /^engine\/(?!hosts\/|testing\/)/;

/** Rooms that feed the run machine and take its effects: its own, and the driver. */
const FEEDING = /^engine\/(run|driver)\//;

/** Effects that no one but a driver has to tell apart: the others are calls, which many look at. */
const DRIVEN = ['timer.start', 'timer.cancel', 'effect.abort'];

/** Rooms whose messages are part of recorded runs: in other words, a run would replay as another one. Their comments are held all the same. */
const RECORDED_WORDS = /^engine\/(expression|run|schema\/user)\//;

/** What is made up: texts of samples, and the workflows and titles of tests. */
const MADE_UP = /^engine\/schema\/sample\/words\.ts$|\/testing/;

/** Tests may write things down as briefly as they like. */
const TEST = /\.test\.tsx?$/;

/**
 * @param {string} root the folder that holds all folders
 * @param {readonly string[]} folders
 * @returns {{ files: number, faults: readonly SourceFault[] }}
 */
export function checkSources(root, folders) {
  const files = listModules(root, folders);
  const faults = files.flatMap((file) => findFaults(file, readFileSync(path.join(root, file), 'utf8')));
  return { files: files.length, faults };
}

/** @param {string} file @param {string} source @returns {readonly SourceFault[]} */
function findFaults(file, source) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = [
    ...(STORED_BY_NAME.test(file) ? [] : findPrivateKeywords(program)),
    ...(FEEDING.test(file) ? [] : findFeeding(program)),
    ...(STATELESS.test(file) && !TEST.test(file) ? findModuleState(program) : []),
    ...(TEST.test(file) ? [] : findSingleClassInterfaces(program)),
  ];
  return [
    ...found.map(({ rule, node, text }) => ({ rule, file, line: lineOf(source, node.start), text })),
    ...(TEST.test(file) ? [] : findWords(file, source, [...comments, ...listMessages(file, program)])),
  ];
}

/** @param {string} file @param {string} source @param {readonly { start: number, end: number }[]} parts comments and messages */
function findWords(file, source, parts) {
  return parts.flatMap(({ start, end }) =>
    findOddWords(source.slice(start, end)).map(({ line, word, advice }) => ({
      rule: 'plain-words',
      file,
      line: lineOf(source, start) + line - 1,
      text: `“${word}”: ${advice}`,
    })),
  );
}

/** Texts of more than one word, which people may read. @param {string} file @param {Program} program */
function listMessages(file, program) {
  /** @type {{ start: number, end: number }[]} */
  const found = [];
  if (RECORDED_WORDS.test(file) || MADE_UP.test(file)) return found;
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string' && /\w \w/.test(node.value)) found.push(node);
    },
    TemplateElement(node) {
      if (/\w \w/.test(node.value.raw)) found.push(node);
    },
    JSXText(node) {
      found.push(node);
    },
  }).visit(program);
  return found;
}

/** @param {string} source @param {number} offset */
function lineOf(source, offset) {
  return source.slice(0, offset).split('\n').length;
}

/** @typedef {{ rule: string, node: { start: number }, text: string }} Found */
/** @typedef {import('oxc-parser').Program} Program */

/** Members are `#name`: hidden at run time too. A constructor has no other way than the keyword. @param {Program} program */
function findPrivateKeywords(program) {
  /** @type {Found[]} */
  const found = [];
  new Visitor({
    PropertyDefinition(node) {
      if (node.accessibility === 'private') found.push({ rule: 'privacy-is-a-sign', node, text: 'write `#name`' });
    },
    MethodDefinition(node) {
      if (node.accessibility === 'private' && node.kind !== 'constructor')
        found.push({ rule: 'privacy-is-a-sign', node, text: 'write `#name`' });
    },
  }).visit(program);
  return found;
}

/** A `let` of a module is state that no caller sees and no test resets. @param {Program} program @returns {Found[]} */
function findModuleState({ body }) {
  return body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    const isState = declaration?.type === 'VariableDeclaration' && declaration.kind !== 'const';
    return isState ? [{ rule: 'no-module-state', node, text: 'a `let` of a module' }] : [];
  });
}

/**
 * Who feeds the machine without a driver loses the order of what is durable, and who tells effects apart drives a run on its own.
 * @param {Program} program
 */
function findFeeding(program) {
  /** @type {Found[]} */
  const found = [];
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      for (const node of specifiers)
        if (node.type === 'ImportSpecifier' && nameOf(node.imported) === 'advance' && /\brun\//.test(source.value))
          found.push({
            rule: 'driver-feeds',
            node,
            text: 'drive it with `Driver`, or feed what was recorded with `replay`',
          });
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || nameOf(callee.property) !== 'feed') return;
      const { object } = callee;
      const owner = object.type === 'MemberExpression' && !object.computed ? object.property : object;
      if (/tracked$/i.test(nameOf(owner)))
        found.push({ rule: 'driver-feeds', node, text: 'feed what was recorded with `replay`' });
    },
    SwitchCase(node) {
      if (node.test?.type === 'Literal' && DRIVEN.includes(String(node.test.value)))
        found.push({ rule: 'driver-feeds', node, text: 'take the steps that `Driver` answers' });
    },
  }).visit(program);
  return found;
}

/** @param {{ type: string }} node */
function nameOf(node) {
  return 'name' in node && typeof node.name === 'string' ? node.name : '';
}

/**
 * An interface in whose file one class implements it, and nothing else is made as it, repeats the class.
 * Made as it is also what a function with that return type constructs.
 * @param {Program} program @returns {Found[]}
 */
function findSingleClassInterfaces(program) {
  /** @type {Map<string, { start: number }>} */
  const interfaces = new Map();
  /** @type {Map<string, Set<string>>} */
  const makers = new Map();
  /** @param {string} name @param {string} maker */
  const add = (name, maker) => makers.set(name, (makers.get(name) ?? new Set()).add(maker));
  new Visitor({
    TSInterfaceDeclaration(node) {
      interfaces.set(node.id.name, node);
    },
    ClassDeclaration(node) {
      for (const { expression } of node.implements ?? [])
        if (expression.type === 'Identifier') add(expression.name, node.id?.name ?? '');
    },
    FunctionDeclaration(node) {
      const type = node.returnType?.typeAnnotation;
      if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return;
      for (const made of listReturned(node)) add(type.typeName.name, made);
    },
  }).visit(program);
  return [...interfaces].flatMap(([name, node]) => {
    const only = makers.get(name)?.size === 1 ? [...(makers.get(name) ?? [])][0] : undefined;
    return only !== undefined && implementsIt(program, only, name)
      ? [{ rule: 'no-interface-of-one-class', node, text: `${name} has the one class ${only}` }]
      : [];
  });
}

/** @param {import('oxc-parser').Function} node the classes it answers new instances of, and `{}` for a literal */
function listReturned(node) {
  return (node.body?.body ?? []).flatMap((statement) => {
    if (statement.type !== 'ReturnStatement') return [];
    const { argument } = statement;
    if (argument?.type === 'ObjectExpression') return ['{}'];
    return argument?.type === 'NewExpression' && argument.callee.type === 'Identifier' ? [argument.callee.name] : [];
  });
}

/** @param {Program} program @param {string} className @param {string} name */
function implementsIt(program, className, name) {
  let isFound = false;
  new Visitor({
    ClassDeclaration(node) {
      const names = (node.implements ?? []).map(({ expression }) =>
        expression.type === 'Identifier' ? expression.name : '',
      );
      if (node.id?.name === className && names.includes(name)) isFound = true;
    },
  }).visit(program);
  return isFound;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, faults: ofSources } = checkSources(process.cwd(), ['engine', 'app']);
  const faults = [...ofSources, ...checkPages(process.cwd())];
  for (const { rule, file, line, text } of faults) console.error(`${rule}: ${file}:${line}: ${text}`);
  console.log(`${files} sources read, ${faults.length} faults`);
  process.exitCode = faults.length > 0 || files === 0 ? 1 : 0;
}
