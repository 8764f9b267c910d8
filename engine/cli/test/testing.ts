/** For the tests of this folder: a workflow of 20 steps, the first of which asks a server, and so many tests of it. */
export function manySteps(url: string, count: number): { readonly flow: string; readonly tests: string } {
  const tasks = Array.from({ length: 20 }, (_, index) => {
    const use = index === 0 ? "use: 'core:http', " : '';
    const input = index === 0 ? `url: '${url}'` : 'n: 1';
    return `  - { id: t${index}, type: basic, ${use}with: { ${input} }, on_success: { next: ${index === 19 ? 'end' : `t${index + 1}`} } }`;
  });
  const tests = Array.from(
    { length: count },
    (_, index) => `  - { name: n${index}, answers: { t0: { output: { body: 1 } } }, expect: { path: [t0, t19] } }`,
  );
  return { flow: `tasks:\n${tasks.join('\n')}\n`, tests: `tests:\n${tests.join('\n')}\n` };
}
