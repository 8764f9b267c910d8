/**
 * The imports that close a cycle, by Tarjan's strongly connected components.
 * @param {readonly { from: string, to: string }[]} imports
 * @returns {{ from: string, to: string }[]} those whose two ends lie in one component
 */
export function findCycles(imports) {
  /** @type {Map<string, string[]>} */
  const targets = new Map();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  /** @type {Map<string, { index: number, low: number }>} */
  const seen = new Map();
  /** @type {Map<string, string>} */
  const component = new Map();
  /** @type {string[]} */
  const stack = [];

  /** @param {string} node */
  const visit = (node) => {
    const mark = { index: seen.size, low: seen.size };
    seen.set(node, mark);
    stack.push(node);
    for (const target of targets.get(node) ?? []) {
      const known = seen.get(target);
      if (!known) mark.low = Math.min(mark.low, visit(target).low);
      else if (!component.has(target)) mark.low = Math.min(mark.low, known.index);
    }
    if (mark.low === mark.index) for (const member of stack.splice(stack.indexOf(node))) component.set(member, node);
    return mark;
  };

  for (const node of targets.keys()) if (!seen.has(node)) visit(node);
  return imports.filter(({ from, to }) => targets.has(to) && component.get(from) === component.get(to));
}
