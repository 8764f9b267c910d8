import { afterEach, expect, test, vi } from 'vitest';
import { ended, setUp, start } from '../testing.ts';

const disk = vi.hoisted(() => ({ problem: null as string | null }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const writeSync = (...args: Parameters<typeof real.writeSync>): number => {
    if (disk.problem !== null) throw Object.assign(new Error(disk.problem), { code: disk.problem, errno: -1 });
    return real.writeSync(...args);
  };
  return { ...real, writeSync, default: { ...real, writeSync } };
});

const { workspace, server } = setUp();
afterEach(() => void (disk.problem = null));

test.each([
  ['ENOSPC', 'Runs cannot be recorded. The disk is full.'],
  ['EROFS', 'Runs cannot be recorded. This may not be written: the disk is read-only.'],
])(
  '%s is told at once, nothing further is executed, and the runs go on once the disk takes them',
  async (code, problem) => {
    const config = { idempotency_key: false };
    const call = (place: string): object => ({
      type: 'basic',
      use: 'tool:api',
      with: { url: server.url(place), method: 'POST' },
    });
    const tools = [
      { id: 'api', use: 'core:http', config, schema: { input: { type: 'object' }, output: { type: 'object' } } },
    ];
    const tasks = [
      { id: 'a', ...call('held'), on_success: { next: 'b' } },
      { id: 'b', ...call('second') },
    ];
    workspace.write('calls.yaml', JSON.stringify({ tools, tasks }));
    const service = await workspace.open({ repeat: 'yes', active: 1 });
    const { id } = await start(service, 'calls');
    const queued = await start(service, 'calls');
    await server.until(1);
    disk.problem = code;
    expect(await service.start({ workflow: 'calls', input: {} })).toEqual({
      ok: false,
      error: { type: 'storage', message: problem },
    });
    expect(service.state().problem).toBe(problem);
    expect(await service.control(id, { type: 'pause' })).toMatchObject({ error: { type: 'storage' } });
    server.release();
    await vi.waitFor(() => expect(service.state().active).toBe(0));
    expect(server.calls).toEqual(['/held']);
    expect(await service.get(id)).toMatchObject({ endedAt: null });
    disk.problem = null;
    // The answer could not be recorded: the call is decided about as one that was cut off.
    await server.until(2);
    expect(service.state().problem).toBeNull();
    server.release();
    expect(await ended(service, id)).toMatchObject({ status: 'success' });
    await server.until(4);
    server.release();
    expect(await ended(service, queued.id)).toMatchObject({ status: 'success' });
    expect(server.calls).toEqual(['/held', '/held', '/second', '/held', '/second']);
  },
);
