// npm run bench: compares the importer with JavaScript and with the limit, in each engine.
//
//   npm run bench                              all of it, which takes half an hour; writes results.json and README.md
//   npm run bench -- --quick                   a few small measurements, to see that it works; writes nothing
//   npm run bench -- --engines "Node 24,Chromium"
//   npm run bench -- --no-write                prints only
//   npm run bench -- --no-build                measures pkg/dist as it is

import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { wasmSizes } from '../scripts/build/sizes.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { main } from '../scripts/lib/run.mjs';
import { withBrowsers } from './lib/browsers.mjs';
import { compilerInput, generatedInput, gzippedInput } from './lib/inputs.mjs';
import { findNodes } from './lib/nodes.mjs';
import { median, mediansOf } from './lib/numbers.mjs';
import { toMarkdown, writeReadme } from './lib/report.mjs';

const BROWSERS = ['Chromium', 'Firefox'];

// Rounds by size of the input in megabytes: few where each takes seconds.
const FULL = {
  inputs: () => Promise.all([generatedInput(1), generatedInput(20), compilerInput(), generatedInput(200)]),
  warm: (bytes) => (bytes < 5e6 ? 31 : bytes < 100e6 ? 15 : 5),
  cold: (bytes) => (bytes < 100e6 ? 11 : 3),
  large: () => generatedInput(200),
  gzip: () => generatedInput(20),
  gzipRounds: 11,
  huge: 1100,
};
const QUICK = {
  inputs: () => Promise.all([generatedInput(1), generatedInput(20)]),
  warm: () => 3,
  cold: () => 1,
  large: () => generatedInput(20),
  gzip: () => generatedInput(1),
  gzipRounds: 2,
  huge: 30,
};

class Bench {
  measurements = [];
  versions = {};

  constructor(plan) {
    this.plan = plan;
  }

  add(measurement) {
    const { times } = measurement;
    this.measurements.push(times ? { ...measurement, medians: mediansOf(times) } : measurement);
  }

  async times(engine, inputs, fileOf) {
    this.versions[engine.name] = engine.version;
    for (const input of inputs) {
      console.log(`${engine.name}, ${input.name}`);
      const file = fileOf(input);
      const shared = { engine: engine.name, input: { name: input.name, bytes: input.bytes } };
      const times = await engine.run('warm', { file, rounds: this.plan.warm(input.bytes) });
      this.add({ task: 'warm', ...shared, times });
      this.add({ task: 'cold', ...shared, times: await this.coldTimes(engine, file, this.plan.cold(input.bytes)) });
    }
  }

  // In turns here as well, although each is a process or page of its own.
  async coldTimes(engine, file, rounds) {
    const times = { importer: [], javascript: [] };
    for (let round = 0; round < rounds; round++) {
      const peers = Object.keys(times);
      for (const peer of round % 2 === 0 ? peers : peers.reverse()) {
        times[peer].push(await engine.run('cold', { file, peer }));
      }
    }
    return times;
  }

  async memory(engine) {
    console.log(`${engine.name}, memory and gzip`);
    const { large, gzip, gzipRounds, huge } = this.plan;
    const input = await large();
    const shared = { engine: engine.name, input: { name: input.name, bytes: input.bytes } };
    for (const peer of ['importer', 'javascript']) {
      this.add({ task: 'memory', ...shared, peer, ...(await engine.run('memory', { file: input.path, peer })) });
    }
    this.add({ task: 'stream', ...shared, ...(await engine.run('stream', { file: input.path })) });
    const { name, path, bytes } = await gzippedInput(await gzip());
    const times = await engine.run('gzip', { file: path, rounds: gzipRounds });
    this.add({ task: 'gzip', engine: engine.name, input: { name, bytes }, times });
    this.add({ task: 'huge', engine: engine.name, ...(await engine.run('huge', { megabytes: huge })) });
  }

  addGrowth() {
    const timeOf = (engine, name) => {
      const isIt = (m) => m.task === 'warm' && m.engine === engine && m.input.name === name;
      return this.measurements.find(isIt)?.times.importer;
    };
    for (const engine of Object.keys(this.versions)) {
      const [small, large] = [timeOf(engine, '20 MB'), timeOf(engine, '200 MB')];
      if (small && large) {
        this.add({ task: 'growth', engine, value: median(large) / median(small) });
      }
    }
  }
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      engines: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
      'no-write': { type: 'boolean', default: false },
    },
  });
  if (!values['no-build']) {
    await build();
  }
  const bench = new Bench(values.quick ? QUICK : FULL);
  const isWanted = (name) => values.engines === undefined || values.engines.split(',').includes(name);
  const inputs = await bench.plan.inputs();

  for (const node of findNodes().filter(({ name }) => isWanted(name))) {
    await bench.times(node, inputs, ({ path }) => path);
    await bench.memory(node);
  }
  const files = Object.fromEntries(inputs.map(({ name, path }) => [name, path]));
  await withBrowsers(files, BROWSERS.filter(isWanted), (browser) => bench.times(browser, inputs, ({ name }) => name));
  bench.addGrowth();
  bench.add({ task: 'size', ...wasmSizes() });

  const results = {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    versions: bench.versions,
    measurements: bench.measurements,
  };
  const markdown = toMarkdown(results);
  console.log(`\n${markdown}`);
  if (!values['no-write'] && !values.quick) {
    writeFileSync(inRoot('benches/results.json'), `${JSON.stringify(results, null, 1)}\n`);
    writeReadme(inRoot('benches/README.md'), markdown);
  }
});

function machine() {
  const [{ model }] = cpus();
  return {
    cpu: model.trim(),
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
  };
}
