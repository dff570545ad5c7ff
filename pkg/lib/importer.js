// importHeapProfile: everything is there already, so all of it happens in one go.

import { feed } from './feed.js';
import { isFileList, readFileList, Skipped } from './files.js';
import { readOptions } from './options.js';
import { Session } from './session.js';

/**
 * @param {unknown} input bytes, text, a parsed object, or an array of `{ name, data }` with any of these
 * @param {object} [options]
 * @returns {object} a processed profile
 */
export function importHeapProfile(input, options) {
  const settings = readOptions(options);
  const session = new Session(settings);
  try {
    if (isFileList(input)) {
      importFiles(session, readFileList(input), settings);
    } else {
      importOne(session, settings.wasm.fileName, input);
    }
    return session.finish();
  } finally {
    session.dispose();
  }
}

function importOne(session, name, input) {
  session.beginFile(name);
  feed(input, session);
  session.endFile();
}

function importFiles(session, files, settings) {
  const skipped = new Skipped(session, settings, files.length);
  for (const { name, data } of files) {
    try {
      importOne(session, name, data);
    } catch (error) {
      skipped.add(name, error);
    }
  }
  skipped.assertNotAll();
}
