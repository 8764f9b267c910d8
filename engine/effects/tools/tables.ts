import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../base/index.ts';

/** The rows of a table with a header, as `core:csv` reads them; the error is a sentence. */
export async function readTable(text: string): Promise<Result<readonly Json[], string>> {
  const { runCsv } = await import('./csv.ts');
  const read = runCsv({ input: { text }, config: {} });
  if (!read.ok) return err(read.error.message);
  const { rows = [] } = isJsonObject(read.value) ? read.value : {};
  return ok(Array.isArray(rows) ? rows : []);
}

/** A table as text, as `core:csv` writes it: no field is a formula. */
export async function writeTable(rows: readonly JsonObject[], columns: readonly string[]): Promise<string> {
  const { runCsv } = await import('./csv.ts');
  const written = runCsv({ input: { rows, columns }, config: {} });
  if (!written.ok) throw new RangeError(written.error.message);
  const { text = '' } = isJsonObject(written.value) ? written.value : {};
  return typeof text === 'string' ? text : '';
}
