import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, numRuns, runScript } from '../../testing/index.ts';
import { unwrapContainer } from './unwrapContainer.ts';
import { wrapInContainer } from './wrapInContainer.ts';

/** Tasks in a row, each leading to later ones: by its success, as a decision, or nowhere. */
const task = fc.record({
  kind: fc.constantFrom('map', 'map', 'map', 'decision', 'raise'),
  next: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  error: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
  passes: fc.boolean(),
  reads: fc.boolean(),
});

type TaskDraft = typeof task extends fc.Arbitrary<infer T> ? T : never;

function write(drafts: readonly TaskDraft[]): string {
  const names = drafts.map((_, index) => `t${index}`);
  const tasks = drafts.map(({ kind, next, error, passes, reads }, index) => {
    const later = next.map((step) => names[index + step]).filter((name) => name !== undefined);
    const onError = error === null ? undefined : names[index + error];
    const input = reads ? '"{{ input.from ?? input.n }}"' : index;
    const data = passes ? `, with: { from: "{{ output.v ?? '${index}' }}" }` : '';
    const lines = [`  - id: t${index}`];
    if (kind === 'map') lines.push('    type: map', `    config: { mapping: { v: ${input} } }`);
    if (kind === 'raise') lines.push('    type: basic', '    use: core:raise');
    if (kind === 'decision') {
      const [yes = 'end', no = 'end'] = later;
      lines.push('    type: decision', '    config:', '      condition: "{{ workflow.input.n > 3 }}"');
      lines.push(`      routes: { true: ${yes}, false: { next: ${no} } }`);
    } else if (later.length > 0) lines.push(`    on_success: { next: [${later.join(', ')}]${data} }`);
    if (onError !== undefined) lines.push(`    on_error: { next: ${onError} }`);
    if (names.some((_, at) => at < index) && index === drafts.length - 1) lines.push('    join: all');
    return lines.join('\n');
  });
  const outputs = names.map((name) => `${name}: "{{ tasks.${name}.output }}"`).join(', ');
  return `outputs: { ${outputs} }\ntasks:\n${tasks.join('\n')}\n`;
}

function runFailing(text: string) {
  const failing = [...text.matchAll(/id: (t\d)\n\s+type: basic/g)].map(([, id]) => [id, { error: 'EXECUTION_ERROR' }]);
  return runScript(text, { input: { n: 5 }, answers: Object.fromEntries(failing) });
}

function run(text: string): unknown {
  const { view } = runFailing(text);
  return { status: view.status, output: view.output };
}

/** Whether nothing runs twice or side by side: only then is the order of what runs the same inside a container. */
function isPlain(text: string): boolean {
  const { order } = runFailing(text);
  return new Set(order).size === order.length;
}

test('a workflow gives the same with tasks in a container, and without it again', () => {
  let wrappings = 0;
  fc.assert(
    fc.property(
      fc.array(task, { minLength: 2, maxLength: 6 }),
      fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
      (drafts, chosen) => {
        const text = write(drafts);
        const ids = chosen.filter((index) => index < drafts.length).map((index) => `t${index}`);
        if (ids.length === 0 || !isPlain(text)) return;
        const args = { ids, type: 'composite', id: 'box' } as const;
        if (!wrapInContainer(analyze('t.yaml', text), args).ok) return;
        const wrapped = editText(text, (it) => wrapInContainer(it, args)).text;
        expect(run(wrapped), wrapped).toEqual(run(text));
        wrappings += 1;
        if (!unwrapContainer(analyze('t.yaml', wrapped), { id: 'box' }).ok) return;
        const unwrapped = editText(wrapped, (it) => unwrapContainer(it, { id: 'box' })).text;
        expect(run(unwrapped), unwrapped).toEqual(run(text));
      },
    ),
    { numRuns: numRuns(40, 120) },
  );
  expect(wrappings).toBeGreaterThan(10);
});
