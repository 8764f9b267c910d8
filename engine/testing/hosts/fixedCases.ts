import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Json } from '../../base/index.ts';
import { SCENARIOS } from '../journalScenarios.ts';
import { type LoopbackServer, serveLoopback } from '../serving/serveLoopback.ts';
import type { HostCase, OutsideControl } from './HostCase.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../public/samples');

/** What samples are given besides the defaults of their forms. */
const SAMPLE_CONTROLS: Readonly<Record<string, readonly OutsideControl[]>> = {
  'purchase-approval': [{ type: 'signal', name: 'approval', payload: { approved: true, by: 'Ada' } }],
};

/** Every sample, next to the data that it fetches from a site. */
export function sampleCases(site: LoopbackServer): readonly HostCase[] {
  const files = readdirSync(SAMPLES).filter((file) => file.endsWith('.yaml') && !file.endsWith('.test.yaml'));
  return files.map((file) => {
    const name = file.replace('.yaml', '');
    const controls = SAMPLE_CONTROLS[name] ?? [];
    const input: Json = name === 'orders-report' ? { base_url: `${site.url}samples/data/` } : {};
    // The database of a browser is in no other host: what is remembered there is kept as each host keeps it.
    const text = readFileSync(path.join(SAMPLES, file), 'utf8').replaceAll('core:indexeddb', 'core:in-memory');
    return { name, text, input, controls, isAwaited: true };
  });
}

/** The workflows of the recorded runs, each once, without what only a debugger does. */
export function recordedCases(site: LoopbackServer): readonly HostCase[] {
  const seen = new Set<string>();
  return Object.entries(SCENARIOS).flatMap(([name, { source, input = {}, controls = [], plan, simulate }]) => {
    const outside = plan === undefined ? controls.flatMap(({ control }) => toOutside(control)) : [];
    const identity = source + JSON.stringify(outside);
    if (seen.has(identity) || simulate === true) return [];
    seen.add(identity);
    const text = source.replaceAll('url: /', `url: ${site.url}${name}/`);
    return [{ name: `recorded-${name.replaceAll('.', '-')}`, text, input, controls: outside, isAwaited: true }];
  });
}

function toOutside(control: { readonly type: string }): readonly OutsideControl[] {
  if (control.type === 'run.cancelled') return [{ type: 'cancel' }];
  if (control.type !== 'signal.received') return [];
  const { name, payload } = control as unknown as { readonly name: string; readonly payload: Json };
  return [{ type: 'signal', name, payload }];
}

/** The site of one host: files next to the app, and what recorded runs ask. Its answers are the same at any time. */
export function serveSite(): Promise<LoopbackServer> {
  const failures = new Map<string, number>();
  return serveLoopback((request, response) => {
    response.sendDate = false;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/samples/data/')) return sendFile(path.basename(pathname), response);
    if (pathname.endsWith('/never')) return;
    if (pathname.endsWith('/fail-twice')) {
      const count = (failures.get(pathname) ?? 0) + 1;
      failures.set(pathname, count);
      if (count < 3) return void response.writeHead(503).end('busy');
    }
    response.setHeader('content-type', 'application/json').end('{"n":1}');
  });
}

function sendFile(name: string, response: ServerResponse): void {
  const bytes = readFileSync(path.join(SAMPLES, 'data', name));
  response
    .setHeader('content-type', name.endsWith('.json') ? 'application/json' : 'text/csv; charset=utf-8')
    .end(bytes);
}
