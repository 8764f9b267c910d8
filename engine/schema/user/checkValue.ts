import { checkList, checkNumber, isSameValue } from './checkList.ts';
import { checkMap } from './checkMap.ts';
import { checkText } from './checkText.ts';
import { type CompiledSchema, findPart, type SchemaNode } from './compileSchema.ts';
import { FINE, type Finding, Findings, type Issue } from './Finding.ts';
import { SCHEMA_LIMITS } from './keywords.ts';
import {
  type Checker,
  Evaluated,
  isList,
  isMap,
  isNode,
  type Keywords,
  type List,
  type Map,
  nodesOf,
  Steps,
  type Subject,
} from './Subject.ts';

/**
 * What is wrong with a value, by JSON Schema 2020-12 and what earlier drafts had: at most {@link MOST_ISSUES} causes, in
 * the order of the value; empty for a valid one. Throws a RangeError where it takes more than {@link SCHEMA_LIMITS}
 * allows, or where schemas refer to each other without end, and an Error for a reference to nothing.
 */
export function checkValue(schema: CompiledSchema, value: unknown, steps: Steps = new Steps()): readonly Issue[] {
  const evaluated = schema.isTracked ? new Evaluated(steps) : null;
  return new ValueCheck(schema, steps).check(schema.root, { value, place: null, evaluated, depth: 0 }).issues;
}

/** Which keywords a schema has: most have few, and looking for each of them takes longer than comparing one. */
interface Groups {
  readonly reference: boolean;
  readonly kind: boolean;
  readonly combined: boolean;
  readonly conditional: boolean;
  /** Those that constrain a text, a number, a list or a map. */
  readonly shape: boolean;
}

const NOT_OF_SHAPE: ReadonlySet<string> = new Set(
  '$schema $id $anchor $comment $ref $defs definitions title description default examples deprecated readOnly writeOnly type enum const not anyOf allOf oneOf if then else'.split(
    ' ',
  ),
);

class ValueCheck implements Checker {
  readonly #schema: CompiledSchema;
  readonly steps: Steps;
  /** Lists of scalars of `enum`, to be looked up. */
  readonly #options = new WeakMap<object, ReadonlySet<unknown>>();

  readonly #groups = new WeakMap<object, Groups>();

  constructor(schema: CompiledSchema, steps: Steps) {
    this.#schema = schema;
    this.steps = steps;
  }

  check(node: SchemaNode, subject: Subject): Finding {
    this.steps.spend(1);
    if (subject.depth > SCHEMA_LIMITS.checkDepth)
      throw new RangeError('the schema refers to itself without end, or it and the value nest too deeply');
    if (node === true) return FINE;
    const found = new Findings(subject.place, subject.value);
    if (node === false) found.add('false', null);
    else {
      const has = this.#groupsOf(node);
      if (has.reference) this.#reference(node, subject, found);
      if (has.kind) this.#kind(node, subject, found);
      if (has.combined) this.#combined(node, subject, found);
      if (has.conditional) this.#conditional(node, subject, found);
      if (has.shape) this.#shape(node, subject, found);
    }
    return found.end();
  }

  #groupsOf(node: Keywords): Groups {
    const known = this.#groups.get(node);
    if (known !== undefined) return known;
    const names = Object.keys(node);
    const has = (keywords: readonly string[]): boolean => keywords.some((keyword) => names.includes(keyword));
    const groups = {
      reference: has(['$ref']),
      kind: has(['type', 'const', 'enum']),
      combined: has(['not', 'anyOf', 'allOf', 'oneOf']),
      conditional: has(['if']),
      shape: names.some((name) => !NOT_OF_SHAPE.has(name)),
    };
    this.#groups.set(node, groups);
    return groups;
  }

  #shape(node: Keywords, subject: Subject, found: Findings): void {
    const { value } = subject;
    if (typeof value === 'string') checkText(node, value, { steps: this.steps, found });
    else if (typeof value === 'number') checkNumber(node, value, found);
    else if (isList(value)) checkList(node, { ...subject, value }, { checker: this, found });
    else if (isMap(value)) checkMap(node, { ...subject, value }, { checker: this, found });
  }

  /** A schema for the same value. */
  here(node: SchemaNode, subject: Subject, evaluated: Evaluated | null = subject.evaluated): Finding {
    return this.check(node, { ...subject, evaluated, depth: subject.depth + 1 });
  }

  /** A schema for a property or an item of a value. */
  inside(node: SchemaNode, { value, place, depth }: Subject<List | Map>, key: string | number): Finding {
    const inner = typeof key === 'number' ? (value as List)[key] : (value as Map)[key];
    return this.check(node, {
      value: inner,
      place: { up: place, key },
      evaluated: this.#schema.isTracked ? new Evaluated(this.steps) : null,
      depth: depth + 1,
    });
  }

  /** A schema for the name of a property. */
  name(node: SchemaNode, { place, depth }: Subject, key: string): Finding {
    const evaluated = this.#schema.isTracked ? new Evaluated(this.steps) : null;
    return this.check(node, { value: key, place: { up: place, key, isName: true }, evaluated, depth: depth + 1 });
  }

  #reference(node: Keywords, subject: Subject, found: Findings): void {
    if (node['$ref'] === undefined) return;
    const part = findPart(this.#schema, node);
    if (part === undefined) throw new Error(`there is nothing at ${JSON.stringify(node['$ref'])} in the schema`);
    found.addHere(this.here(part, subject));
  }

  #kind(node: Keywords, { value }: Subject, found: Findings): void {
    const { type, enum: options } = node;
    if (type !== undefined && !(isList(type) ? type : [type]).some((name) => isOfType(value, name)))
      found.add('type', type);
    if ('const' in node && !isSameValue(value, node['const'], this.steps)) found.add('const', node['const']);
    if (isList(options) && !this.#isOption(options, value)) found.add('enum', options);
  }

  #isOption(options: List, value: unknown): boolean {
    if (typeof value === 'object' && value !== null)
      return options.some((option) => isSameValue(value, option, this.steps));
    let scalars = this.#options.get(options);
    if (scalars === undefined) {
      this.steps.spend(options.length >> 2);
      scalars = new Set(options);
      this.#options.set(options, scalars);
    }
    return scalars.has(value);
  }

  #combined(node: Keywords, subject: Subject, found: Findings): void {
    const { evaluated } = subject;
    if (
      isNode(node['not']) &&
      this.here(node['not'], subject, evaluated === null ? null : new Evaluated(this.steps)).isValid
    )
      found.add('not', null);
    const right: Evaluated[] = [];
    const each = (keyword: string): readonly Finding[] =>
      nodesOf(node[keyword]).map((part) => {
        const inner = evaluated?.inner() ?? null;
        const finding = this.here(part, subject, inner);
        if (finding.isValid && inner !== null) right.push(inner);
        return finding;
      });
    if (isList(node['anyOf'])) {
      const branches = each('anyOf');
      if (!branches.some(({ isValid }) => isValid)) found.addAlternatives('anyOf', branches, 0);
    }
    if (isList(node['allOf'])) for (const finding of each('allOf')) found.addHere(finding);
    if (isList(node['oneOf'])) {
      const branches = each('oneOf');
      const matches = branches.filter(({ isValid }) => isValid).length;
      if (matches !== 1) found.addAlternatives('oneOf', branches, matches);
    }
    for (const inner of right) evaluated?.take(inner);
  }

  #conditional(node: Keywords, subject: Subject, found: Findings): void {
    const condition = node['if'];
    if (!isNode(condition)) return;
    const { evaluated } = subject;
    const inner = evaluated === null ? null : new Evaluated(this.steps);
    const holds = this.here(condition, subject, inner).isValid;
    if (holds && inner !== null) evaluated?.take(inner);
    const next = node[holds ? 'then' : 'else'];
    if (isNode(next)) found.addHere(this.here(next, subject));
  }
}

function isOfType(value: unknown, name: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return isList(value);
    case 'object':
      return isMap(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === name && typeof value !== 'object';
  }
}
