import { expect, test } from 'vitest';
import { readFiles } from './files.ts';
import { readPictureSource, toMetadata } from './readPictureSource.ts';

const svg = (metadata: string) => `<svg xmlns="http://www.w3.org/2000/svg">${metadata}</svg>`;

test('a workflow in an SVG is read byte for byte, with its name and its layout', async () => {
  const source = {
    name: 'Grüße "1" & <2>.yaml',
    text: '\uFEFFa: 1\r\nb: 🚂 </source>\u0000\n',
    layoutText: '{"version":1}',
  };
  expect(readPictureSource(svg(toMetadata(source)))).toEqual(source);
  const plain = { name: 'a.yaml', text: 'tasks: []\n', layoutText: null };
  const { files, refused } = await readFiles([new File([svg(toMetadata(plain))], 'renamed.svg')]);
  expect(files).toEqual([plain]);
  expect(refused).toEqual([]);
});

test('another SVG, and one whose workflow is damaged, are refused with the reason', async () => {
  const damaged = svg(toMetadata({ name: 'a.yaml', text: 'tasks: []', layoutText: null })).replace('">dGFz', '">****');
  for (const text of [svg(''), damaged]) {
    const { files, refused } = await readFiles([new File([text], 'a.svg')]);
    expect(files).toEqual([]);
    expect(refused).toEqual([expect.stringContaining('a.svg was not opened: it contains no workflow')]);
  }
});
