/** Gives an answer in Markdown, a page, a table of so many rows, a text of so many lines, a picture, and Markdown of so many parts. */
export const valuesOf = ({
  rows,
  lines,
  parts,
}: Readonly<Record<'rows' | 'lines' | 'parts', number>>): string => `tools:
  - id: make
    use: core:javascript
    config:
      code: |
        const report = '# Findings\\n\\nAll is **well** here.\\n\\n- first\\n- second\\n\\n| name | count |\\n|---|---|\\n| apples | 3 |\\n';
        const rows = Array.from({ length: ${rows} }, (_, id) => ({ id, name: 'customer ' + id, total: id * 1.5 }));
        return { report, page: '<!doctype html><h1>Hello</h1>', rows, long: 'All work and no play makes a dull line. '.repeat(${lines}), picture: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGM4YWTzH4QZMBgAsNMNP5VPbUQAAAAASUVORK5CYII=' };
    schema: { input: { type: object }, output: { type: object } }
  - id: write
    use: core:javascript
    config: { code: "return '## Part\\\\n\\\\nSome **words**.\\\\n\\\\n'.repeat(${parts}) + 'The last words.';" }
    schema: { input: { type: object }, output: { type: string } }
tasks:
  - { id: make, type: basic, use: "tool:make", with: {}, on_success: { next: guide } }
  - { id: guide, type: basic, use: "tool:write", with: {} }
outputs: { answer: "{{ tasks.make.output.report }}" }
`;
