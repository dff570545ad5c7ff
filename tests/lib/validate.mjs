// A structural validator for the profiles that this package makes: version 70 of the processed profile format, in the
// form that section 3 of the design gives it.

import { checkMeta } from './validate/meta.mjs';
import { checkShared } from './validate/shared.mjs';
import { checkThreads } from './validate/threads.mjs';

// One fault often shows in every row.
const MOST_PROBLEMS = 50;

/**
 * @param {unknown} profile
 * @param {{ columns?: 'plain' | 'typed' }} [options] the form that columns have to have; either by default
 * @returns {string[]} what is wrong; empty for a good profile
 */
export function validateProfile(profile, { columns } = {}) {
  const problems = [];
  const report = (problem) => {
    if (problems.length < MOST_PROBLEMS) {
      problems.push(problem);
    }
  };
  if (typeof profile !== 'object' || profile === null) {
    return ['the profile is not an object'];
  }
  const { meta, libs, pages, counters, shared, threads } = profile;
  for (const name of Object.keys(profile)) {
    if (!['meta', 'libs', 'pages', 'counters', 'shared', 'threads'].includes(name)) {
      report(`${name} isn't expected`);
    }
  }
  for (const [name, list] of Object.entries({ libs, pages, counters })) {
    if (!Array.isArray(list) || list.length !== 0) {
      report(`${name} isn't an empty array`);
    }
  }
  const categories = Array.isArray(meta?.categories) ? meta.categories : [];
  checkMeta(meta, threads?.length ?? 0, report);
  checkShared(shared, categories, { form: columns, report });
  checkThreads(threads, shared?.stackTable?.length ?? 0, { form: columns, report });
  return problems;
}
