import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HAS_HAPROXY } from '../../testing/restate/openHaproxy.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe.skipIf(!HAS_HAPROXY)('deploy/haproxy.cfg (skipped without HAProxy: apt-get install haproxy)', () => {
  test('is taken as it is', () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-q', '-f', 'deploy/haproxy.cfg'], { cwd: ROOT });
    expect(String(stderr)).toBe('');
    expect(status).toBe(0);
  });
});
