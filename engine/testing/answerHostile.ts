import { isCredentialName } from '../effects/readAddress.ts';
import { ECHOES } from './hostileWorkflow.ts';

/** A request that left: what signs it, and all else in it. */
export interface Sent {
  readonly origin: string;
  readonly signed: string;
  readonly said: string;
}

function signs([name]: readonly [string, string]): boolean {
  return isCredentialName(name);
}

/** Servers that repeat all they are sent, in the form their address names; what they get is noted in `sent`. */
export function answerHostile(sent: Sent[]): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = await request.text();
    const pairs = [...request.headers, ...url.searchParams].map(([name, value]): [string, string] => [
      name,
      name === 'authorization' && value.startsWith('Basic ') ? `${value} ${atob(value.slice(6))}` : value,
    ]);
    const signed = JSON.stringify(pairs.filter(signs));
    const said = `${url.origin}${url.pathname}${url.hash} ${JSON.stringify(pairs.filter((pair) => !signs(pair)))} ${body}`;
    sent.push({ origin: url.origin, signed, said });
    const [, form = ''] = url.pathname.split('/');
    const echo = Object.entries(ECHOES).find(([name]) => name === form)?.[1] ?? ECHOES.plain;
    const values = [...pairs.map(([, value]) => value), ...url.pathname.split('/'), body];
    return Response.json(
      { echo: values.map((value) => echo(value)), raw: `${url.href} ${JSON.stringify(pairs)} ${body}` },
      {
        status: url.pathname.length % 3 === 0 ? 400 : 200,
        headers: { 'x-echo': encodeURIComponent(JSON.stringify(pairs)) },
      },
    );
  };
}
