// Files from wherever users bring them: dropped, picked, pasted.

import { byId } from './dom.js';

const PROFILE_NAME = /\.heapprofile(\.json)?(\.gz)?$/i;

/**
 * @typedef {{ name: string, blob: Blob }} InputFile
 * @param {(files: InputFile[] | Promise<InputFile[]>) => void} onFiles
 */
export function listenForFiles(onFiles) {
  listenForDrops(onFiles);
  listenForPicks(onFiles);
  document.addEventListener('paste', (event) => {
    if (event.target.matches('input')) {
      return;
    }
    const files = [...event.clipboardData.files].map(asInput);
    const text = event.clipboardData.getData('text/plain');
    if (files.length > 0) {
      onFiles(files);
    } else if (text.trim()) {
      onFiles([{ name: 'Pasted text', blob: new Blob([text]) }]);
    }
  });
}

function listenForDrops(onFiles) {
  const veil = byId('veil');
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  // Each element that the pointer crosses is entered before the last one is left.
  let depth = 0;
  const leave = () => {
    depth = 0;
    veil.hidden = true;
  };
  window.addEventListener('dragenter', (event) => {
    if (hasFiles(event)) {
      depth += 1;
      veil.hidden = false;
      event.preventDefault();
    }
  });
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
  });
  window.addEventListener('dragleave', () => {
    depth -= 1;
    if (depth <= 0) {
      leave();
    }
  });
  window.addEventListener('drop', (event) => {
    leave();
    if (hasFiles(event)) {
      event.preventDefault();
      onFiles(droppedFiles(event.dataTransfer));
    }
  });
}

function listenForPicks(onFiles) {
  for (const [button, input] of [['pick', 'file-input'], ['pick-folder', 'folder-input']]) {
    byId(button).addEventListener('click', () => byId(input).click());
    byId(input).addEventListener('change', ({ target }) => {
      const files = [...target.files].map(asInput);
      // So that the same file can be picked again.
      target.value = '';
      onFiles(input === 'folder-input' ? pickedFolder(files) : files);
    });
  }
}

// A rejected promise rather than an exception, as for folders that are dropped.
async function pickedFolder(files) {
  return profilesAmong(files, 'The folder');
}

function asInput(file) {
  return { name: file.name, blob: file };
}

/**
 * @param {DataTransfer} dataTransfer
 * @returns {Promise<InputFile[]>}
 */
function droppedFiles(dataTransfer) {
  // The list is emptied once the event is over, so all of it has to be asked for now.
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = items.map((item) => item.getAsFile());
  return Promise.all(items.map(async (_, i) =>
    entries[i]?.isDirectory ? filesInFolder(entries[i]) : files[i] ? [asInput(files[i])] : []
  )).then((lists) => lists.flat());
}

async function filesInFolder(folder) {
  const files = [];
  const folders = [folder];
  for (let next = folders.pop(); next; next = folders.pop()) {
    for (const entry of await readFolder(next)) {
      if (entry.isDirectory) {
        folders.push(entry);
      } else if (PROFILE_NAME.test(entry.name)) {
        files.push(asInput(await new Promise((resolve, reject) => entry.file(resolve, reject))));
      }
    }
  }
  return profilesAmong(files, `The folder “${folder.name}”`);
}

// Folders are full of other things; of these only files with the right name are meant.
function profilesAmong(files, folder) {
  const profiles = files.filter(({ name }) => PROFILE_NAME.test(name));
  if (profiles.length === 0) {
    throw new Error(`${folder} has no files whose name ends in .heapprofile or .heapprofile.gz`);
  }
  return profiles.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

async function readFolder(folder) {
  const reader = folder.createReader();
  const entries = [];
  for (;;) {
    // Browsers give a hundred at a time.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return entries;
    }
    entries.push(...some);
  }
}
