// What every import of a corpus file has to give, whatever the way it was imported.

import { bytesOf, expectedFunctions, factsOf, functionsBySelf } from '../../lib/summary.mjs';
import { validateProfile } from '../../lib/validate.mjs';
import { equal } from './assert.mjs';
import { fetchJson } from './files.mjs';

let figuresOfAll = null;

/** @param {object} profile @param {string} name of the file in tests/corpus */
export async function checkProfile(profile, name) {
  figuresOfAll ??= await fetchJson('corpus/expected.json');
  const figures = figuresOfAll[name];
  equal(validateProfile(profile), [], 'problems');
  equal(bytesOf(profile.threads[0]), figures.totalBytes, 'total');
  equal(factsOf(profile)['Call tree nodes'], figures.nodes, 'nodes');
  const top = expectedFunctions(figures);
  equal(functionsBySelf(profile).slice(0, top.length), top, 'top functions');
}
