import { holdsWorkflow } from '../../model/index.ts';
import { configSchemaAt, listTimeZones, rootsAt } from '../../serveConfig/index.ts';
import type { Path } from '../../text/index.ts';
import type { CompletionContext, CompletionItem } from '../places/LanguageItem.ts';
import { completeBySchema, type KnownValue, toValue } from './completeBySchema.ts';

/** What may be written at an offset of `signalbox.serve.yaml`: its keys, their values, and what expressions there can read. */
export function completeServeConfig(
  text: string,
  offset: number,
  context: CompletionContext,
): readonly CompletionItem[] {
  return completeBySchema(text, offset, {
    schemaAt: configSchemaAt,
    rootsAt: (path) =>
      rootsAt(path).flatMap((root) => (root === 'schedule' ? ['schedule.due', 'schedule.name'] : [root])),
    valuesAt: (path) => listKnown(path, context).map((label) => toValue(label, MEANINGS.get(label))),
    keysAt: (): readonly KnownValue[] => [],
  });
}

/** Values that are well-formed, to begin with. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['cron', ['"0 3 * * *"', '"0 9 * * 1-5"', '"*/15 * * * *"', '"0 0 1 * *"']],
  ['path', ['shop/orders']],
  ['wait', ['30s', '5m']],
  ['tolerance', ['5m']],
]);

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['"0 3 * * *"', 'each day at 3:00'],
  ['"0 9 * * 1-5"', 'on weekdays at 9:00'],
  ['"*/15 * * * *"', 'every 15 minutes'],
  ['"0 0 1 * *"', 'on the first of each month'],
]);

/** What is known of values that are no words of the schema. */
function listKnown(path: Path, { files, variables }: CompletionContext): readonly string[] {
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  switch (key) {
    case 'workflow':
    case 'mcp':
    case 'on_failure':
      return [...(files?.keys() ?? [])].flatMap((file) =>
        file.endsWith('.yaml') && holdsWorkflow(file) ? file.slice(0, -'.yaml'.length) : [],
      );
    case 'secret':
    case 'env':
      return variables ?? [];
    case 'time_zone':
      return listTimeZones();
    default:
      return SAMPLES.get(key) ?? [];
  }
}
