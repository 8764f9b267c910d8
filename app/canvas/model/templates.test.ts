import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, drawnGraph } from '#engine';

const FOLDER = 'public/templates';
const templates = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));

test.each(templates)('each card of %s has a name that a person would say', (file) => {
  const { nodes } = drawnGraph(analyze(file, readFileSync(`${FOLDER}/${file}`, 'utf8')));
  expect([...nodes.values()].flatMap(({ id, task }) => (task.name === null || task.name === id ? [id] : []))).toEqual(
    [],
  );
});
