import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findChangelogFaults, readNotes, readRelease } from './changelog.mjs';
import { ROOT } from './ensure.mjs';

const page = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');

const SOUND = `# Changelog

## 1.1.0 (unreleased)

### Highlights

- One thing is new.

### Fixed

**Runs**

- One thing works.

## 1.0.0 (2026-01-31)

### Added

- Everything.
`;

test('each version of the changelog can be skimmed', () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect(findChangelogFaults(page, version)).toEqual([]);
  expect(readNotes(page, version)).toMatch(/^### Highlights\n/);
  expect(page).toContain('## 0.2.0 (2026-11-28)');
});

test('a sound changelog has no faults', () => {
  expect(findChangelogFaults(SOUND, '1.1.0')).toEqual([]);
});

test.each([
  ['1.1.0 (unreleased)', '1.2.0 (unreleased)', 'the package is 1.1.0, not 1.2.0'],
  ['1.0.0 (2026-01-31)', '1.0.0 (unreleased)', '1.0.0 has no date'],
  ['1.0.0 (2026-01-31)', '1.10.0 (2026-01-31)', '1.10.0 is not older than the one before'],
  ['## 1.0.0 (2026-01-31)', '## 1.0.0', 'a version is “## 1.2.3 (2026-01-31)” or “(unreleased)”'],
  ['### Fixed', '### Repaired', '“Repaired” is not one of Highlights, Added, Changed, Fixed'],
  ['### Highlights', '### Fixed', 'Fixed must come before Fixed'],
  ['- Everything.', '', 'Added has no entries'],
  ['- Everything.', '- Everything.\n  And more.', 'an entry is one line that begins with “- ”'],
  ['- Everything.', `- ${'word '.repeat(20)}end.`, '21 words, and at most 20'],
  ['- Everything.', '- Everything', 'an entry is a sentence'],
  ['- Everything.', '- One thing works.', 'the same entry as on line 13'],
])('%s as %s is a fault', (from, to, fault) => {
  const faults = findChangelogFaults(SOUND.replace(from, to), '1.1.0');
  expect(faults.map((text) => text.replace(/^\d+: /, ''))).toEqual([fault]);
});

test('the notes of a version end where the next one begins', () => {
  expect(readNotes(SOUND, '1.1.0')).toMatch(/^### Highlights.*- One thing works\.$/s);
  expect(readNotes(SOUND, '1.0.0')).toBe('### Added\n\n- Everything.');
  expect(readNotes(SOUND, '0.9.0')).toBeUndefined();
});

test('a release is dated, and has the version of the package', () => {
  const dated = SOUND.replace('(unreleased)', '(2026-02-28)');
  expect(readRelease(dated, '1.1.0', '1.1.0')).toMatchObject({
    ok: true,
    notes: expect.stringMatching(/^### Highlights/),
  });
  for (const [text, version, current, problem] of [
    [SOUND, '1.1.0', '1.1.0', /unreleased: write its date/],
    [dated, '1.1.0', '1.2.0', /has the version 1\.2\.0, not “1\.1\.0”/],
    [dated, '1.2.0', '1.2.0', /has no version 1\.2\.0/],
  ] as const)
    expect(readRelease(text, version, current)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
