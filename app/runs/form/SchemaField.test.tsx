import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SchemaField } from './SchemaField.tsx';
import { toFields } from './toFields.ts';

it('takes texts in fields that keep line breaks', () => {
  const [field] = toFields({ type: 'object', properties: { csv: { type: 'string' } } }) ?? [];
  if (field === undefined) throw new Error('There is a field');
  const text = renderToStaticMarkup(
    <SchemaField field={field} pointer="/csv" value={'id\na'} errors={new Map()} onChange={() => undefined} />,
  );
  expect(text).toMatch(/<textarea rows="1"[^>]*>id\na<\/textarea>/);
});
