// All files of the corpus and all fixtures, each value against the naive importer.

import init, { HeapProfileError, importHeapProfile, isHeapProfile } from '../../../pkg/index.js';
import { referenceImport } from '../../lib/reference.mjs';
import { validateProfile } from '../../lib/validate.mjs';
import { equal, failure } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes, fetchJson, inflate } from './files.mjs';

const corpus = await fetchJson('corpus/expected.json');
const fixtures = await fetchJson('fixtures/expected.json');
await init();

async function checkCorpusFile(name) {
  const file = await fetchBytes(`corpus/${name}`);
  const json = await inflate(file);
  equal(isHeapProfile(file), true);
  await checkProfile(importHeapProfile(file), name);
  for (const columns of ['plain', 'typed']) {
    const options = { fileName: name, columns };
    const profile = importHeapProfile(file, options);
    equal(validateProfile(profile, { columns }), [], 'problems');
    equal(profile, referenceImport(json, options), 'profile');
  }
}

async function checkFixture(name, { error: expected }) {
  const file = await fetchBytes(`fixtures/${name}`);
  if (expected === undefined) {
    const profile = importHeapProfile(file);
    equal(validateProfile(profile), [], 'problems');
    equal(profile, referenceImport(file), 'profile');
    return;
  }
  const error = await failure(() => importHeapProfile(file));
  equal(error instanceof HeapProfileError, true, String(error));
  equal(error.code, expected.code, 'code');
}

export const tests = {
  ...Object.fromEntries(Object.keys(corpus).map((name) => [name, () => checkCorpusFile(name)])),
  ...Object.fromEntries(Object.entries(fixtures).map(([name, figures]) => [name, () => checkFixture(name, figures)])),
};
