// importHeapProfile: everything is there already, so all of it happens in one go.

import { feed } from './feed.js';
import { isFileList, readFileList, relationOf, Skipped } from './files.js';
import { readOptions } from './options.js';
import { Session } from './session.js';

/**
 * @param {unknown} input bytes, text, a parsed object, or an array of `{ name, data }` with any of these
 * @param {object} [options]
 * @returns {object} a processed profile
 */
export function importHeapProfile(input, options) {
  const settings = readOptions(options);
  const isMany = isFileList(input);
  const files = isMany ? readFileList(input) : [{ name: settings.wasm.fileName, data: input }];
  settings.wasm.compare = relationOf(files.length, settings.snapshots);
  return run(files, settings, isMany);
}

/**
 * @param {{ name: string | undefined, data: unknown }[]} files
 * @param {ReturnType<typeof readOptions>} settings
 * @param {boolean} canSkip whether files can be left out, if the settings say so
 * @returns {object} a processed profile
 */
export function run(files, settings, canSkip) {
  const session = new Session(settings);
  try {
    const skipped = new Skipped(session, settings, files.length);
    for (const { name, data } of files) {
      try {
        importOne(session, name, data);
      } catch (error) {
        if (!canSkip) {
          throw error;
        }
        skipped.add(name, error);
      }
    }
    skipped.assertNotAll();
    return skipped.tellIn(session.finish());
  } finally {
    session.dispose();
  }
}

function importOne(session, name, input) {
  session.beginFile(name);
  feed(input, session);
  session.endFile();
}
