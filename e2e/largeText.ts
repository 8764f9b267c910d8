/** Almost 10 MiB of tasks with long texts: few to draw, much to read. */
export function largeText(): string {
  const line = `        Some words that fill a line, as a long prompt has them, and then some more of them.\n`;
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: core:log\n    with:\n      message: |\n${line.repeat(2800)}`;
  return `id: large\ntasks:\n${Array.from({ length: 40 }, (_, index) => task(index)).join('')}`;
}
