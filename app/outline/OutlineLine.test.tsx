import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { analyze } from '#engine';
import type { ProblemCount } from '../ui/index.ts';
import { OutlineLine } from './OutlineLine.tsx';
import { toOutlineRows } from './outlineRows.ts';

const analysis = analyze(
  'review.yaml',
  `tasks:
  - id: pick
    name: Big enough?
    type: decision
    config: { condition: "{{ input.big }}", routes: { "yes": box }, default: { next: hold } }
  - id: box
    type: composite
    disabled: true
    tasks:
      - { id: second, type: basic, use: "core:log" }
  - { id: hold, type: wait }
  - { id: loose, type: basic }
`,
);
const rows = toOutlineRows(analysis.graph, new Set());

const nothing = (): void => undefined;

/** What is read of a row, and the attributes of its element. */
function read(id: string, problems?: ProblemCount): string {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`There is no row of ${id}`);
  return renderToStaticMarkup(
    <OutlineLine
      row={row}
      analysis={analysis}
      graph={analysis.graph}
      elementId={id}
      height={28}
      isActive={false}
      isSelected={id === 'pick'}
      problems={problems}
      onPress={nothing}
      onToggle={nothing}
      onMenu={nothing}
      onRename={null}
    />,
  );
}

it('is read with its name, id, kind, targets and problems', () => {
  expect(read('pick')).toContain('aria-label="Big enough?, id pick, decision task, start, yes → box, default → hold"');
  expect(read('hold', { errors: 1, warnings: 2 })).toContain('aria-label="hold, wait task, 1 error, 2 warnings"');
});

it('says of a task that nothing leads to that it is not connected yet', () => {
  expect(read('loose')).toContain('aria-label="loose, basic task, not connected yet"');
});

it('is disabled with what it is in', () => {
  expect(read('box')).toContain('aria-label="box, composite task, disabled"');
  expect(read('second')).toContain('aria-label="second, tool task, disabled"');
});

it('has its place in the tree, whether it is open, and whether it is selected', () => {
  expect(read('second')).toMatch(/aria-level="2" aria-posinset="1" aria-setsize="1" aria-selected="false"/);
  expect(read('box')).toMatch(/aria-level="1" aria-posinset="2" aria-setsize="4" aria-expanded="true"/);
  expect(read('pick')).toContain('aria-selected="true"');
});
