/** A linear generator: the same graph on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many tasks as people draw them: a line of steps with decisions, error exits, branches, and now and then a way back. */
export function branchingText(tasks: number): string {
  const random = createRandom(7);
  const ahead = (index: number): string => `t${Math.min(tasks - 1, index + 1 + Math.floor(random() ** 2 * 4))}`;
  const lines = ['tasks:'];
  for (let index = 0; index < tasks; index += 1) {
    const isDecision = random() < 0.2 && index < tasks - 3;
    lines.push(`  - id: t${index}`, `    type: ${isDecision ? 'decision' : 'basic'}`);
    if (isDecision) {
      lines.push('    config:', '      condition: "{{ input.kind }}"');
      lines.push(
        `      routes: {urgent: ${ahead(index)}, later: ${ahead(index)}}`,
        `      default: {next: ${ahead(index)}}`,
      );
    } else if (index < tasks - 1) {
      const isBack = random() < 0.03 && index > 3;
      const next = isBack ? `t${index - 3}` : ahead(index);
      lines.push(`    on_success: {next: ${random() < 0.1 ? `[${next}, ${ahead(index)}]` : next}}`);
      if (random() < 0.15) lines.push(`    on_error: {next: ${ahead(index)}}`);
    }
  }
  return lines.join('\n');
}
