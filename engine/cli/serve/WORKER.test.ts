import { expect, test } from 'vitest';
import { WORKER } from './WORKER.ts';

test.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['10.0.0.5:9464', { host: '10.0.0.5', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['metrics.internal:9464', { host: 'metrics.internal', port: 9464 }],
])('--metrics %s is where the worker shows what it counts', (text, metrics) => {
  expect(WORKER.parse(['--metrics', text])).toMatchObject({ metrics });
});

test.each(['', 'x', '65536', ':9464', '10.0.0.5', 'http://10.0.0.5:9464', '::1:9464', '9464/metrics'])(
  '--metrics %j is no address',
  (text) => {
    expect(() => WORKER.parse(['--metrics', text])).toThrow(
      `--metrics takes a port, such as 9464, or an address and a port: 10.0.0.5:9464, not "${text}".`,
    );
  },
);
