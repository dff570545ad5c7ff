// A program of several threads and processes, each of which keeps memory. Prints as JSON what it was made of.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, threadId, Worker, workerData } from 'node:worker_threads';

const path = fileURLToPath(import.meta.url);
const role = process.argv[2] ?? 'parent';

function keepMemory(count) {
  return Array.from({ length: count }, (_, index) => ({ index, text: `${index} of ${role}`, list: [index, index] }));
}

globalThis.kept = keepMemory(isMainThread ? 30_000 : workerData.count);

async function runWorker(count) {
  const worker = new Worker(path, { workerData: { count }, argv: [role] });
  const { threadId: tid } = worker;
  await once(worker, 'exit');
  return tid;
}

if (isMainThread) {
  // One after the other, so that thread ids and sequence numbers are known.
  const tids = [];
  for (let count = 20_000; count <= (role === 'parent' ? 40_000 : 20_000); count += 10_000) {
    tids.push(await runWorker(count));
  }
  const children = [];
  for (let number = 0; role === 'parent' && number < 2; number++) {
    const child = fork(path, ['child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [facts] = await once(child, 'message');
    await once(child, 'exit');
    children.push(facts);
  }
  const facts = { pid: process.pid, tids: [threadId, ...tids], children };
  if (role === 'parent') {
    console.log(JSON.stringify(facts));
  } else {
    process.send(facts);
    process.disconnect();
  }
}
