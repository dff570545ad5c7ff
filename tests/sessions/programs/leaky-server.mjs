// A server that leaks. It takes three profiles of one sampling session of itself, writes them into the folder named on
// the command line under names such as Node's own, and prints as JSON how much it knows to have kept.

import { writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
// Many allocations of about four times the interval: 98 % are sampled, so the error of the sum is well below 1 %.
const INTERVAL = 2048;
const ARRAY_LENGTH = 1000;
const BYTES_PER_ARRAY = ARRAY_LENGTH * 8;
const ARRAYS_PER_REQUEST = 10;
const REQUESTS = [40, 120, 90];
const ARRAYS_FOR_A_WHILE = 250;

const leak = [];
let cache = [];

function keepForever() {
  for (let count = 0; count < ARRAYS_PER_REQUEST; count++) {
    leak.push(new Array(ARRAY_LENGTH));
  }
}

function keepForAWhile() {
  for (let count = 0; count < ARRAYS_FOR_A_WHILE; count++) {
    cache.push(new Array(ARRAY_LENGTH));
  }
}

function answer() {
  return JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index, name: `item ${index}` })));
}

const server = createServer((_, response) => {
  keepForever();
  response.end(answer());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

async function request(times) {
  for (let time = 0; time < times; time++) {
    const [response] = await once(get(server.address()), 'response');
    response.resume();
    await once(response, 'end');
  }
}

const session = new Session();
session.connect();
await session.post('HeapProfiler.startSampling', { samplingInterval: INTERVAL });
const kept = [];
const paths = [];
for (const [index, times] of REQUESTS.entries()) {
  // What the second snapshot has is gone in the third.
  cache = [];
  if (index === 1) {
    keepForAWhile();
  }
  await request(times);
  const { profile } = await session.post('HeapProfiler.getSamplingProfile');
  const path = join(folder, `Heap.20260801.101500.${process.pid}.0.00${index + 1}.heapprofile`);
  writeFileSync(path, JSON.stringify(profile));
  paths.push(path);
  kept.push(times * ARRAYS_PER_REQUEST * BYTES_PER_ARRAY);
}
await session.post('HeapProfiler.stopSampling');
session.disconnect();
server.close();
server.closeAllConnections();
console.log(JSON.stringify({
  pid: process.pid,
  paths,
  interval: INTERVAL,
  /** Bytes that keepForever() keeps: since the start, since the first snapshot, since the second one. */
  leaked: kept,
  /** Bytes that keepForAWhile() has in the second snapshot only. */
  kept: ARRAYS_FOR_A_WHILE * BYTES_PER_ARRAY,
}));
