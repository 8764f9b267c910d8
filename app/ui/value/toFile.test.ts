import { describe, expect, it } from 'vitest';
import { toFile } from './toFile.ts';

const read = async (value: Parameters<typeof toFile>[1]) => {
  const { name, content } = toFile('it', value);
  return [name, await content.text()];
};

describe('toFile', () => {
  it('saves a picture as a picture, with its bytes', async () => {
    const { name, content } = toFile('it', 'data:image/jpeg;base64,/9j/4A==');
    expect([name, content.type]).toEqual(['it.jpg', 'image/jpeg']);
    expect([...new Uint8Array(await content.arrayBuffer())]).toEqual([0xff, 0xd8, 0xff, 0xe0]);
    expect(await read('data:image/svg+xml,%3Csvg/%3E')).toEqual(['it.svg', '<svg/>']);
  });

  it('keeps what only claims to be one as text', async () => {
    expect(await read('data:image/png;base64,%%%')).toEqual(['it.txt', 'data:image/png;base64,%%%']);
    expect(await read('data:image/svg+xml,%E0%A4%A')).toEqual(['it.txt', 'data:image/svg+xml,%E0%A4%A']);
  });

  it('saves texts as they are, and all else as JSON', async () => {
    expect(await read('plain')).toEqual(['it.txt', 'plain']);
    expect(await read('# Title\n\n**bold**')).toEqual(['it.md', '# Title\n\n**bold**']);
    expect(await read('{"a": 1}')).toEqual(['it.txt', '{"a": 1}']);
    const [name, text] = await read({ a: [1, null] });
    expect(name).toBe('it.json');
    expect(JSON.parse(text ?? '')).toEqual({ a: [1, null] });
  });
});
