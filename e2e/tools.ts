/** A script that sees nothing of a page, what is kept and what is written, and a script without end. */
export const SCRIPTS = `tasks:
  - id: work
    type: basic
    use: core:javascript
    with:
      n: 20
      code: |
        const names = ['fetch', 'XMLHttpRequest', 'postMessage', 'self', 'WebAssembly', 'importScripts'];
        const world = names.filter((name) => name in globalThis);
        if (world.length > 0) throw new Error(world.join());
        return input.n * 2;
    on_success: { next: keep }
  - { id: keep, type: basic, use: core:kv, with: { op: set, key: k, value: { a: 1 } }, on_success: { next: read } }
  - { id: read, type: basic, use: core:kv, with: { op: get, key: k }, on_success: { next: expected } }
  - id: expected
    type: decision
    config: { condition: "{{ tasks.read.output.value.a == 1 }}", routes: { true: forget, false: wrong } }
  - { id: forget, type: basic, use: core:kv, with: { op: delete, key: k }, on_success: { next: gone } }
  - { id: gone, type: basic, use: core:kv, with: { op: get, key: k }, on_success: { next: missing } }
  - id: missing
    type: decision
    config: { condition: "{{ tasks.gone.output.value == null }}", routes: { true: write, false: wrong } }
  - { id: wrong, type: basic, use: core:raise }
  - { id: write, type: basic, use: core:file, with: { op: write, path: out/a.txt, text: hi }, on_success: { next: endless } }
  - { id: endless, type: basic, use: core:javascript, with: { code: "for (;;) {}" } }
`;
