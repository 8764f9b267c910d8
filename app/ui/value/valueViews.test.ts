import { describe, expect, it } from 'vitest';
import { cellOf, columnsOf, findAnswer, hasMore, isAlone, listViews, toFile } from './valueViews.ts';

describe('listViews', () => {
  it('shows a text as what it is', () => {
    expect(listViews('A plain answer.')[0]).toBe('text');
    expect(listViews('# Report\n\nAll went well.')[0]).toBe('markdown');
    expect(listViews('<!doctype html><p>Hello')[0]).toBe('html');
    expect(listViews('data:image/png;base64,AAAA')[0]).toBe('image');
    expect(listViews('{"a": 1}')).toEqual(['tree', 'text']);
    expect(listViews('{"a": 1')).toEqual(['text', 'markdown', 'raw']);
  });

  it('offers a tree of JSON unless a number in it would be shown as another one', () => {
    for (const exact of ['1234567890123456', '9007199254740992', '-9007199254740991', '"9007199254740993"'])
      expect(listViews(`[${exact}]`), exact).toContain('tree');
    expect(listViews('{"a": 9007199254740993}')).not.toContain('tree');
    expect(listViews('[[1, -12345678901234567890 ]]')).not.toContain('tree');
  });

  it('offers a table for a list of maps alone', () => {
    expect(listViews([{ id: 1 }, { id: 2 }])).toContain('table');
    expect(listViews([{ id: 1 }, 2])).not.toContain('table');
    expect(listViews([])).not.toContain('table');
    expect(listViews('[{"id": 1}]')).toContain('table');
    expect(listViews(null)).toEqual(['tree']);
  });
});

describe('findAnswer', () => {
  const LONG = 'Your exports time out because the archive is written twice: see the note of yesterday.';

  it('is the body of a response, and a text of more than a line', () => {
    expect(findAnswer({ status: 200, headers: { a: 'b' }, body: { rows: [1, 2], total: 2 } })).toEqual({
      value: { rows: [1, 2], total: 2 },
      keys: ['body'],
    });
    expect(findAnswer({ message: '# Hi\n\nYes', data: null })).toEqual({ value: '# Hi\n\nYes', keys: ['message'] });
    expect(findAnswer({ reply: { text: LONG } })).toEqual({ value: LONG, keys: ['reply', 'text'] });
  });

  it('is not there where the tree says all of it in a line, or there is nothing', () => {
    for (const value of [
      LONG,
      7,
      null,
      [],
      [{ a: LONG }],
      {},
      { a: null },
      { a: LONG, b: 2 },
      { a: 'short' },
      { a: 12 },
    ])
      expect(findAnswer(value), JSON.stringify(value)).toBeNull();
    expect(findAnswer({ status: 204, headers: {}, body: null })).toBeNull();
  });
});

describe('columnsOf', () => {
  it('has the keys of all rows, and cells where a row has them', () => {
    const rows = [{ id: 1 }, { id: 2, name: 'b' }, null];
    expect(columnsOf(rows)).toEqual(['id', 'name']);
    expect(rows.map((row) => cellOf(row, 'name'))).toEqual([undefined, 'b', undefined]);
    expect(cellOf({}, 'toString')).toBeUndefined();
  });

  it('tells where rows have more than there are columns, and which rows are no maps', () => {
    const many = Array.from({ length: 20_000 }, (_, id) => ({ id, [`k${id % 500}`]: id }));
    const columns = columnsOf(many);
    expect(columns).toHaveLength(40);
    expect(hasMore(many, columns)).toBe(true);
    const late = [...Array.from({ length: 300 }, (_, id) => ({ id })), { id: 300, late: 1 }];
    expect(hasMore(late, columnsOf(late))).toBe(true);
    expect(hasMore([{ id: 1 }, 'alone'], ['id'])).toBe(false);
    expect(['alone', null, {}, undefined].map(isAlone)).toEqual([true, true, false, false]);
  });
});

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
