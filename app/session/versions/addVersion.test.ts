import { describe, expect, it } from 'vitest';
import type { VersionRecord } from '../../platform/versions/index.ts';
import { addVersion, joinVersions, MOST_CHARACTERS, MOST_VERSIONS, thinVersions } from './addVersion.ts';
import { listVersions } from './keptVersions.ts';
import { applyDelta, lengthOf, packVersions, toDelta, unpackVersions, type Version } from './packVersions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A multiple of every stretch of time. */
const START = 7 * DAY * 3000;

const version = (text: string, at = START, name: string | null = null): Version => ({
  id: `${text}@${at}`,
  at,
  reason: 'run',
  name,
  text,
});

function recordOf(...versions: readonly Version[]): VersionRecord | null {
  return versions.reduce<VersionRecord | null>((record, each) => addVersion('a.yaml', record, each), null);
}

const textsOf = (record: VersionRecord | null) => unpackVersions(record ?? NONE).map(({ text }) => text);
const NONE: VersionRecord = { path: 'a.yaml', newest: '', versions: [] };

describe('a delta', () => {
  it.each([
    ['a\nb\nc\n', 'a\nB\nc\nd\n'],
    ['a\nb', 'b\na'],
    ['', 'a\r\nb\n'],
    ['a\n\n\nb\n', '\na\nb'],
    ['same\n', 'same\n'],
  ])('of %j and %j makes the other of the one', (from, to) => {
    expect(applyDelta(from, toDelta(from, to))).toBe(to);
    expect(applyDelta(to, toDelta(to, from))).toBe(from);
  });

  it('of changes that are far apart holds only these', () => {
    const middle = 'line\n'.repeat(500);
    expect(toDelta(`a\n${middle}z\n`, `A\n${middle}Z\n`)).toEqual([
      [0, 2, 'A\n'],
      [2 + middle.length, 4 + middle.length, 'Z\n'],
    ]);
  });
});

describe('kept versions', () => {
  it('come back newest first, each with its exact text', () => {
    expect(textsOf(recordOf(version('a\nb\n'), version('a\nb\r\nc'), version(''), version('a\n')))).toEqual([
      'a\n',
      '',
      'a\nb\r\nc',
      'a\nb\n',
    ]);
  });

  it('are stored as what changed', () => {
    const long = 'line\n'.repeat(1000);
    const record = recordOf(version(`${long}1\n`), version(`${long}2\n`), version(`${long}3\n`));
    expect(record && lengthOf(record)).toBe(4);
  });

  it('hold a text once where it is the newest already, which then has the name that is given to it', () => {
    const record = recordOf(version('a\n'), version('a\n', START + 1), version('a\n', START + 2, 'Before the demo'));
    expect(unpackVersions(record ?? NONE)).toEqual([{ ...version('a\n'), name: 'Before the demo' }]);
    // Another text between makes them two.
    expect(textsOf(recordOf(version('a\n'), version('b\n'), version('a\n', START + 1)))).toEqual(['a\n', 'b\n', 'a\n']);
  });

  it('that cannot be made any more take no newer ones with them', () => {
    const record = recordOf(version('a\nb\nc\n'), version('a\nb\n'), version('a\n')) ?? NONE;
    const [newest, second, oldest] = record.versions;
    if (!newest || !second || !oldest) throw new Error('too few');
    const broken: VersionRecord = { ...record, versions: [newest, second, { ...oldest, edits: [[99, 100, 'x']] }] };
    expect(textsOf(broken)).toEqual(['a\n', 'a\nb\n']);
  });

  it('take only so many characters, the oldest without a name going first', () => {
    const part = MOST_CHARACTERS / 4;
    const block = (letter: string, at: number, name: string | null = null) =>
      version(`${letter.repeat(part)}\n`, at, name);
    const record = recordOf(
      block('a', START, 'first'),
      block('b', START + 1),
      block('c', START + 2),
      block('d', START + 3),
      block('e', START + 4),
      block('f', START + 5),
    );
    expect(textsOf(record).map((text) => text.charAt(0))).toEqual(['f', 'e', 'd', 'c', 'a']);
  });

  it('are joined with those from elsewhere by their time, none twice and none changed', () => {
    const here = recordOf(version('a\n', START), version('c\n', START + 2, 'mine'));
    const others = [version('c\n', START + 2, 'theirs'), version('b\n', START + 1), version('a\n', START)];
    const joined = joinVersions('a.yaml', here, others, START + 3);
    expect(unpackVersions(joined ?? NONE).map(({ text, name }) => [text, name])).toEqual([
      ['c\n', 'mine'],
      ['b\n', null],
      ['a\n', null],
    ]);
  });
});

it('says how many lines each version added and took away', () => {
  const record = recordOf(version('a\nb\n'), version('a\nB\nc\n'), version('a\nB'));
  expect(record && listVersions(record).map(({ lines }) => lines)).toEqual([
    { added: 1, removed: 2 },
    { added: 2, removed: 1 },
    null,
  ]);
});

describe('thinning', () => {
  it.each([
    ['each of the last day', 0, DAY, 97],
    ['one an hour of the last week', DAY, 7 * DAY, 6 * 24],
    ['one a day of the last 90 days', 7 * DAY, 90 * DAY, 83],
    ['one a week before', 90 * DAY, 98 * DAY, 2],
  ])('keeps %s', (_, from, to, count) => {
    const now = START + 1000 * 7 * DAY;
    const quarters = Array.from({ length: (98 * DAY) / (HOUR / 4) }, (_, index) =>
      version(`${index}`, now - index * (HOUR / 4)),
    ).filter(({ at }) => now - at <= to && (now - at > from || from === 0));
    const inside = thinVersions(from === 0 ? quarters : [version('now', now), ...quarters], now).slice(
      from === 0 ? 0 : 1,
    );
    expect(inside.length).toBe(count);
    expect(inside[0]).toBe(quarters[0]);
  });

  it('keeps those with a name, and the newest, whatever their age', () => {
    const now = START + 400 * DAY;
    const old = [3, 2, 1].map((minute) => version(`${minute}`, START + minute * 60_000, minute === 2 ? 'kept' : null));
    expect(thinVersions(old, now).map(({ text }) => text)).toEqual(['3', '2', '1']);
    expect(thinVersions([version('now', now), ...old], now).map(({ text }) => text)).toEqual(['now', '3', '2']);
  });

  it('thins no more the second time', () => {
    const now = START + 3 * DAY;
    const all = Array.from({ length: 900 }, (_, index) => version(`${index}`, now - index * (HOUR / 4)));
    const once = thinVersions(all, now);
    expect(thinVersions(once, now)).toEqual(once);
  });

  it('keeps only so many without a name', () => {
    const many = Array.from({ length: MOST_VERSIONS + 50 }, (_, index) => version(`${index}`, START - index));
    const named = version('named', START - 1000, 'kept');
    const kept = thinVersions([...many, named], START);
    expect(kept.length).toBe(MOST_VERSIONS + 1);
    expect(kept.at(-1)).toBe(named);
  });

  it('leaves one of two equal texts that come to lie side by side', () => {
    const now = START + 3 * DAY;
    const [third, second, first] = [
      version('a', START + 62 * 60_000),
      version('b', START + 61 * 60_000),
      version('a', START),
    ];
    expect(thinVersions([version('now', now), third, second, first], now).map(({ id }) => id)).toEqual([
      `now@${now}`,
      first.id,
    ]);
  });
});

it('packs again without working out what it knows', () => {
  const record = recordOf(version('a\n'), version('b\n'), version('c\n')) ?? NONE;
  const marked: VersionRecord = {
    ...record,
    versions: record.versions.map((each, index) => (index === 1 ? { ...each, edits: [...each.edits] } : each)),
  };
  expect(packVersions('a.yaml', unpackVersions(marked), marked)?.versions[1]?.edits).toBe(marked.versions[1]?.edits);
});
