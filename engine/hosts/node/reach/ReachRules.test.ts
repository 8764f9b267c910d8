import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { readConfig } from '../../../serveConfig/index.ts';
import { yaml } from '../../../testing/index.ts';
import { explainReach, OwnPlaces, ReachRules } from './ReachRules.ts';

beforeAll(() => loadPatterns());

const TEXT = yaml`
  reach:
    allow: [ollama.internal:11434, "*.corp.example", 10.0.0.0/8, 127.0.0.0/8, "[fd00::5]:80", localhost:4700]
    deny: [10.0.9.0/24, blocked.example, "*.blocked.example", 93.184.0.0/16]
    workflows:
      inner/trusted: { allow: [10.0.9.5, 172.16.0.0/12], deny: [203.0.113.0/24] }
      closed: { allow: [api.example.com], deny: [0.0.0.0/0, "::/0"] }
      open: { allow: [0.0.0.0/0] }
`;

/** The message that a target is refused with by the rules of a workflow; null where it is not. */
function refusal(workflow: string, host: string, port: number, address = host): string | null {
  const config = readConfig(TEXT);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const own = new OwnPlaces();
  own.addPlace(new URL('http://127.0.0.1:4700'));
  own.addPlace(new URL('http://restate.corp.example:9070'));
  const { workflows } = config.value.reach;
  const lists = workflows.get(workflow);
  const levels = [...(lists === undefined ? [] : [{ ...lists, workflow }]), { ...config.value.reach, workflow: null }];
  const target = { host, port, address };
  const refused = new ReachRules(levels, own).refuse(target);
  return refused === null ? null : explainReach(refused, target, workflow).failure.error.message;
}

test.each<[string, string, number, string | undefined, string | null]>([
  ['other', 'ollama.internal', 11434, '172.16.0.2', null],
  ['other', 'ollama.internal', 80, '172.16.0.2', 'an address of a private network'],
  ['other', 'a.corp.example', 80, '192.168.0.1', null],
  ['other', 'corp.example', 80, '192.168.0.1', 'an address of a private network'],
  ['other', 'notcorp.example', 80, '192.168.0.1', 'an address of a private network'],
  ['other', 'a.corp.example.evil.example', 80, '192.168.0.1', 'an address of a private network'],
  ['other', '10.0.0.1', 80, undefined, null],
  ['other', 'any.example', 80, '10.0.0.1', null],
  ['other', '::ffff:10.0.0.1', 80, undefined, null],
  ['other', '10.0.9.5', 80, undefined, '“10.0.9.0/24” under reach.deny refuses it.'],
  ['other', '::ffff:a00:905', 80, undefined, '“10.0.9.0/24” under reach.deny refuses it.'],
  ['other', '64:ff9b::a00:905', 80, undefined, '“10.0.9.0/24” under reach.deny refuses it.'],
  ['other', 'a.corp.example', 80, '10.0.9.5', '“10.0.9.0/24” under reach.deny refuses it.'],
  ['other', 'fd00::5', 80, undefined, null],
  ['other', 'fd00::5', 81, undefined, 'an address of a private network'],
  ['other', 'blocked.example', 443, '93.0.0.1', '“blocked.example” under reach.deny refuses it.'],
  ['other', 'a.blocked.example', 443, '93.0.0.1', '“*.blocked.example” under reach.deny refuses it.'],
  ['other', 'api.example.com', 443, '93.0.0.1', null],
  ['other', 'api.example.com', 443, '93.184.0.1', '“93.184.0.0/16” under reach.deny refuses it.'],
  // A workflow's own entries go before those of all.
  ['inner/trusted', '10.0.9.5', 80, undefined, null],
  ['inner/trusted', '10.0.9.6', 80, undefined, '“10.0.9.0/24” under reach.deny refuses it.'],
  ['inner/trusted', '172.16.0.1', 80, undefined, null],
  ['trusted', '172.16.0.1', 80, undefined, 'an address of a private network'],
  ['closed', 'api.example.com', 443, '93.0.0.1', '“0.0.0.0/0” under reach.workflows.closed.deny refuses it.'],
  ['closed', 'api.example.com', 443, '2606:4700::1', '“::/0” under reach.workflows.closed.deny refuses it.'],
  ['open', '169.254.169.254', 80, undefined, null],
  ['open', '::1', 80, undefined, 'this computer'],
  // The server itself: by its port alone.
  ['other', '127.0.0.1', 4701, undefined, null],
  ['other', '127.0.0.1', 4700, undefined, 'this server itself'],
  ['other', '::1', 4700, undefined, 'this server itself'],
  ['other', 'rebinds.example', 4700, '127.0.0.1', 'this server itself'],
  ['other', '0.0.0.0', 4700, undefined, 'this server itself'],
  ['open', '127.0.0.1', 4700, undefined, 'this server itself'],
  ['other', 'localhost', 4700, '127.0.0.1', null],
  ['other', 'restate.corp.example', 9070, '10.0.0.1', 'this server itself'],
])('%s may call %s at %i (%s) unless: %s', (workflow, host, port, address, message) => {
  expect(refusal(workflow, host, port, address)).toEqual(message === null ? null : expect.stringContaining(message));
});

test.each([
  [
    'other',
    'a.example',
    '172.16.0.1',
    'a.example:80 may not be called by workflows on this server: it leads to 172.16.0.1, which is an address of a private network. Whoever runs the server can allow it in signalbox.serve.yaml: reach: { allow: ["a.example:80"] }',
  ],
  [
    'inner/x',
    'blocked.example',
    '93.0.0.1',
    'blocked.example:80 may not be called by workflows on this server: it leads to 93.0.0.1, and “blocked.example” under reach.deny refuses it. Whoever runs the server can allow it in signalbox.serve.yaml: reach: { workflows: { "inner/x": { allow: ["blocked.example:80"] } } }',
  ],
  [
    'closed',
    '::1',
    '::1',
    '[::1]:80 may not be called by workflows on this server: “::/0” under reach.workflows.closed.deny refuses it. To allow it, remove that entry from signalbox.serve.yaml.',
  ],
])('the message for %s to %s (%s) says what allows it', (workflow, host, address, message) => {
  expect(refusal(workflow, host, 80, address)).toBe(message);
});
