function repeat(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('');
}

/** A map of nearly 250,000 keys and values in one task, most of what a file may hold. */
export function dataText(): string {
  const rows = repeat(49_900, (row) => `          - { id: ${row}, name: Row }\n`);
  return `tasks:\n  - id: data\n    type: map\n    config:\n      mapping:\n        rows:\n${rows}`;
}

/** A chain of 10,000 tasks, each with a request, a template and two handlers. */
export function handlersText(): string {
  const count = 10_000;
  const tasks = repeat(
    count,
    (index) => `  - id: t${index}
    type: basic
    use: core:http
    with: { url: "https://example.com/{{ ${index === 0 ? '1' : `tasks.t${index - 1}.output.body ?? 1`} }}" }
    on_success: { next: ${index + 1 < count ? `t${index + 1}` : 'end'} }
    on_error: { next: end }
`,
  );
  return `tasks:\n${tasks}`;
}
