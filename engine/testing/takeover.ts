import { yaml } from './yaml.ts';

/** What a workflow asks of `core:file`. */
export type FileCall = Readonly<{ op: string; path: string; text?: string }>;

/** Makes the call of its input. */
export const CALLS = yaml`
  tasks:
    - { id: call, type: basic, use: core:file, with: { op: "{{ input.op }}", path: "{{ input.path }}", text: "{{ input.text ?? '' }}" } }
`;

/** Calls by which a workflow of a folder would take over what serves it: none of them may read, write or delete anything. */
export const TAKEOVERS: readonly FileCall[] = [
  { op: 'read', path: '.signalbox/tokens.json' },
  { op: 'write', path: '.signalbox/tokens.json', text: '[]' },
  { op: 'delete', path: '.signalbox/runs/victim.txt' },
  { op: 'list', path: '.signalbox/runs' },
  { op: 'write', path: './.signalbox//x', text: '' },
  { op: 'read', path: '.git/config' },
  { op: 'write', path: '.git/config', text: '[core]\nfsmonitor = touch /tmp/owned' },
  { op: 'write', path: 'deep/.git/hooks/pre-commit', text: '' },
  { op: 'write', path: '.env', text: '' },
  { op: 'read', path: '.env' },
  { op: 'write', path: 'x/../.env', text: '' },
  { op: 'read', path: 'door/config' },
  { op: 'read', path: 'out/secret.txt' },
  { op: 'read', path: '../beside.txt' },
];

/** Of what is run and who may run it; a folder of files for runs alone may have files of such names. */
export const WORKFLOW_TAKEOVERS: readonly FileCall[] = [
  { op: 'write', path: 'signalbox.serve.yaml', text: 'webhooks: {}' },
  { op: 'write', path: 'SIGNALBOX.SERVE.YAML', text: 'webhooks: {}' },
  { op: 'write', path: 'new.yaml', text: 'tasks: []' },
  { op: 'write', path: 'packages/tool.yml', text: 'tasks: []' },
  { op: 'write', path: 'node_modules/x/index.js', text: '' },
  { op: 'write', path: 'door/config', text: '' },
  { op: 'write', path: 'out/new.txt', text: '' },
];

/** The same, which fail wherever runs write. */
export const WORKFLOW_READS: readonly FileCall[] = [
  { op: 'read', path: 'signalbox.serve.yaml' },
  { op: 'delete', path: 'signalbox.serve.yaml' },
  { op: 'read', path: 'other.yaml' },
  { op: 'delete', path: 'other.yaml' },
  { op: 'read', path: 'named.txt' },
  { op: 'read', path: 'node_modules/x/package.json' },
];
