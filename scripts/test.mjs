// npm test: everything that must hold before a change is good. All steps are run, so that one run shows all there is
// to mend; only those are left out which need a step that failed.
//
//   npm test -- --only=js,browser    these steps and what they need
//   npm test -- --skip=fuzz          all but these

import { parseArgs } from 'node:util';
import { CommandError, main } from './lib/run.mjs';
import { TestCounter } from './test/count.mjs';
import { steps } from './test/steps.mjs';

await main(async () => {
  const chosen = chooseSteps(readArguments());
  const results = [];
  for (const step of chosen) {
    results.push(await runStep(step, results));
  }
  report(results);
});

function readArguments() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' } } });
  const names = new Set(steps.map(({ name }) => name));
  const list = (value) => (value ? value.split(',') : []);
  const unknown = [...list(values.only), ...list(values.skip)].find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new CommandError(`There is no step '${unknown}'. There are: ${[...names].join(', ')}`);
  }
  return { only: list(values.only), skip: list(values.skip) };
}

function chooseSteps({ only, skip }) {
  const wanted = new Set();
  const want = (name) => {
    wanted.add(name);
    steps.filter((step) => step.name === name).flatMap(({ needs = [] }) => needs).forEach(want);
  };
  (only.length > 0 ? only : steps.map(({ name }) => name)).forEach(want);
  return steps.filter(({ name }) => wanted.has(name) && !skip.includes(name));
}

async function runStep({ name, title, needs = [], run }, earlier) {
  console.log(`\n=== ${title} ===`);
  const missing = earlier.find((result) => needs.includes(result.name) && result.state !== 'passed');
  if (missing) {
    const reason = `needs ${missing.title}`;
    console.log(`Left out: ${reason}`);
    // Not reported as a failure: that is already counted where it happened.
    return { name, title, state: 'left out', reason, seconds: 0, passed: 0, failed: 0 };
  }
  const counter = new TestCounter();
  const start = performance.now();
  const outcome = await tryStep(run, counter);
  if (outcome.reason) {
    console.log(`${outcome.state}: ${outcome.reason}`);
  }
  return { name, title, ...outcome, ...counts(outcome.state, counter), seconds: (performance.now() - start) / 1000 };
}

async function tryStep(run, counter) {
  try {
    const reason = await run((text) => counter.add(text));
    return reason ? { state: 'left out', reason } : { state: 'passed' };
  } catch (error) {
    return { state: 'failed', reason: error instanceof CommandError ? error.message : error.stack };
  }
}

// A step without tests that are counted is one itself.
function counts(state, { passed, failed }) {
  return {
    passed: state === 'passed' ? passed || 1 : passed,
    failed: state === 'failed' ? failed || 1 : failed,
  };
}

function report(results) {
  console.log('\n=== Summary ===');
  for (const { title, state, passed, failed, seconds } of results) {
    const tests = state === 'left out' ? '' : `${passed} passed, ${failed} failed`;
    console.log(`${state.padEnd(9)} ${title.padEnd(28)} ${seconds.toFixed(0).padStart(4)} s  ${tests}`.trimEnd());
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}
