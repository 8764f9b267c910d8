import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CodeField } from './lazyCode.tsx';

it('keeps the room of its lines until it is loaded, so that what is below it stays under the pointer', () => {
  const drawn = renderToString(
    <CodeField name="Input" language="json" value="{}" rows={10} onChange={() => undefined} />,
  );
  expect(drawn).toContain('<div style="height:194px"></div>');
});
