// The page: files come in, a job imports them, a session shows the result.

import { listenForActions } from './actions.js';
import { announce, byId } from './dom.js';
import { formatBytes, formatCount } from './format.js';
import { ImportJob } from './import-job.js';
import { listenForFiles } from './intake.js';
import { clearNotices, showNotice, showSkipped } from './notices.js';
import { Session } from './session.js';

const PARTS = ['start', 'loading', 'result'];

const session = new Session();
let current = null;

listenForFiles(open);
listenForActions(session);
byId('example').addEventListener('click', () => open(fetchExample()));
byId('open-other').addEventListener('click', () => byId('file-input').click());
byId('cancel').addEventListener('click', () => current?.end());
navigator.serviceWorker?.register('./sw.js').catch(() => {
  // Without it the page works all the same, but needs the network.
});
document.documentElement.dataset.ready = '';

async function fetchExample() {
  const response = await fetch('./example.heapprofile.gz');
  if (!response.ok) {
    throw new Error(`The example can’t be loaded: ${response.status} ${response.statusText}`);
  }
  return [{ name: 'example.heapprofile.gz', blob: await response.blob() }];
}

async function open(input) {
  clearNotices();
  current?.end();
  const job = new ImportJob({ onProgress: showProgress });
  current = job;
  try {
    const files = await input;
    if (files.length > 0 && current === job) {
      await importInto(job, files);
    }
  } catch (error) {
    job.end();
    if (error.name !== 'AbortError') {
      showNotice('Nothing was opened', error.message);
    } else if (current === job) {
      announce('Cancelled');
    }
  } finally {
    if (current === job) {
      current = null;
      showPart(session.job ? 'result' : 'start');
    }
    if (session.job !== job) {
      job.end();
    }
  }
}

async function importInto(job, files) {
  const title = files.length === 1 ? files[0].name : formatCount(files.length, 'file');
  byId('loading-title').textContent = `Reading ${title}`;
  showProgress({ bytesRead: 0, bytesTotal: files.reduce((sum, { blob }) => sum + blob.size, 0) });
  showPart('loading');
  byId('loading-title').focus();
  const { info, skipped } = await job.import(files);
  showSkipped(skipped);
  if (info !== null) {
    const rest = files.length - skipped.length;
    await session.open(job, info, rest === 1 ? nameOfRest(files, skipped) : formatCount(rest, 'file'));
    showPart('result');
    byId('result-title').focus();
  }
}

function nameOfRest(files, skipped) {
  const names = skipped.map(({ name }) => name);
  return files.find(({ name }) => !names.includes(name))?.name ?? files[0].name;
}

function showProgress({ bytesRead, bytesTotal }) {
  const bar = byId('progress');
  bar.max = bytesTotal || 1;
  bar.value = bytesRead;
  byId('progress-text').textContent = bytesRead >= bytesTotal
    ? 'Adding it up' : `${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}`;
}

function showPart(shown) {
  for (const part of PARTS) {
    byId(part).hidden = part !== shown;
  }
  byId('actions').hidden = shown !== 'result';
  document.body.dataset.part = shown;
}
