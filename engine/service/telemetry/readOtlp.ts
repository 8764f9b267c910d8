import { decodePercent, toBareAddress } from '../addresses.ts';

/** Where spans go, as the usual variables of OpenTelemetry say. */
export interface OtlpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/**
 * Reads `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, or `OTEL_EXPORTER_OTLP_ENDPOINT` to which `/v1/traces` is added, the same of
 * `…_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_SDK_DISABLED`. Null: no spans are wanted. Throws an `Error` for the user where
 * the endpoint is no address of HTTP.
 */
export function readOtlp(env: Readonly<Record<string, string | undefined>>): OtlpTarget | null {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  const text = own || base || '';
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not an address, such as http://127.0.0.1:4318. Correct or unset it.',
    );
  const headers = env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '';
  const place = new URL(text);
  if (!own) place.pathname = `${place.pathname.replace(/\/+$/, '')}/v1/traces`;
  const bare = toBareAddress(place.href);
  const serviceName = env['OTEL_SERVICE_NAME'] || 'signalbox';
  return { url: bare.address, headers: { ...bare.headers, ...readHeaders(headers) }, serviceName };
}

/** `a=1,b=2`, percent-encoded. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair): readonly (readonly [string, string])[] => {
    const [name = '', ...rest] = pair.split('=');
    return name.trim() === '' || rest.length === 0 ? [] : [[name.trim(), decodePercent(rest.join('=').trim())]];
  });
  return Object.fromEntries(pairs);
}
