import { compilePattern, matchesPattern } from './checkText.ts';
import type { SchemaNode } from './compileSchema.ts';
import type { Findings } from './Finding.ts';
import {
  type Checker,
  Evaluated,
  isList,
  isMap,
  isNode,
  type Keywords,
  type Map,
  type Steps,
  type Subject,
} from './Subject.ts';

interface MapCheck {
  readonly checker: Checker;
  readonly found: Findings;
}

/** Checks a map against the keywords of objects. */
export function checkMap(node: Keywords, subject: Subject<Map>, { checker, found }: MapCheck): void {
  const { value } = subject;
  const keys = Object.keys(value);
  checkRequired(node['required'], value, 'required', { checker, found });
  const { minProperties, maxProperties, propertyNames } = node;
  if (typeof minProperties === 'number' && keys.length < minProperties) found.add('minProperties', minProperties);
  if (typeof maxProperties === 'number' && keys.length > maxProperties) found.add('maxProperties', maxProperties);
  if (isNode(propertyNames)) for (const key of keys) found.addInside(checker.name(propertyNames, subject, key));
  checkDependencies(node, subject, { checker, found });
  checkProperties(node, subject, { checker, found });
}

function checkRequired(names: unknown, value: Map, keyword: string, { checker, found }: MapCheck): void {
  if (!isList(names)) return;
  checker.steps.spend(names.length >> 2);
  for (const name of names) if (typeof name === 'string' && !Object.hasOwn(value, name)) found.add(keyword, name);
}

function checkDependencies(node: Keywords, subject: Subject<Map>, { checker, found }: MapCheck): void {
  const { value, evaluated } = subject;
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const rules = node[keyword];
    if (!isMap(rules)) continue;
    for (const key of Object.keys(rules)) {
      checker.steps.spend(0.25);
      const rule = rules[key];
      if (!Object.hasOwn(value, key)) continue;
      if (isList(rule)) checkRequired(rule, value, 'dependentRequired', { checker, found });
      else if (isNode(rule)) {
        const own = keyword === 'dependentSchemas' || evaluated === null ? evaluated : new Evaluated(checker.steps);
        found.addHere(checker.here(rule, subject, own));
      }
    }
  }
}

function checkProperties(node: Keywords, subject: Subject<Map>, { checker, found }: MapCheck): void {
  const { value, evaluated } = subject;
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = node;
  const looked = new Set<string>();
  const look = (part: SchemaNode, key: string): void => {
    const finding = checker.inside(part, subject, key);
    if (finding.isValid) evaluated?.add(key);
    else found.addInside(finding);
  };
  if (isMap(properties))
    for (const key of Object.keys(properties)) {
      checker.steps.spend(0.25);
      if (!Object.hasOwn(value, key)) continue;
      looked.add(key);
      look(properties[key] as SchemaNode, key);
    }
  const others = [patternProperties, additionalProperties, unevaluatedProperties].some((part) => part !== undefined);
  if (!others) return;
  const keys = Object.keys(value);
  if (isMap(patternProperties))
    for (const source of Object.keys(patternProperties))
      for (const key of keys) {
        if (!namesMatch(source, key, checker.steps)) continue;
        looked.add(key);
        look(patternProperties[source] as SchemaNode, key);
      }
  if (isNode(additionalProperties)) {
    for (const key of keys) if (!looked.has(key)) look(additionalProperties, key);
  } else if (isNode(unevaluatedProperties))
    for (const key of keys) if (evaluated?.has(key) !== true) look(unevaluatedProperties, key);
}

function namesMatch(source: string, name: string, steps: Steps): boolean {
  return compilePattern(source) !== null && matchesPattern(source, name, steps);
}
