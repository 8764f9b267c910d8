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
  const text = own || (base ? `${base.replace(/\/+$/, '')}/v1/traces` : '');
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT is no address, such as http://127.0.0.1:4318. Correct or unset it.');
  const headers = env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '';
  return { url: text, headers: readHeaders(headers), serviceName: env['OTEL_SERVICE_NAME'] || 'signalbox' };
}

/** `a=1,b=2`, percent-encoded. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair): readonly (readonly [string, string])[] => {
    const [name = '', ...rest] = pair.split('=');
    return name.trim() === '' || rest.length === 0 ? [] : [[name.trim(), decode(rest.join('=').trim())]];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
