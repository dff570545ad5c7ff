#!/usr/bin/env node
// The command line client: finds the command, and turns what it throws into a message and an exit code.

import { readFileSync } from 'node:fs';
import { toFailure } from './cli/failure.js';
import { UsageError } from './cli/usage.js';

// Each command is a file in cli/ which exports `summary`, `help` and `run(args, io)`, which may return an exit code.
// They are loaded when they are asked for.
const COMMANDS = {
  open: () => import('./cli/open.js'),
  info: () => import('./cli/info.js'),
  convert: () => import('./cli/convert.js'),
};

async function generalHelp() {
  const lines = [];
  for (const [name, load] of Object.entries(COMMANDS)) {
    lines.push(`  ${name.padEnd(10)}${(await load()).summary}`);
  }
  return `Reads V8 sampling heap profiles (.heapprofile) for the Firefox Profiler.

Usage: heapprofile-importer COMMAND [OPTION…] FILE…

Commands:
${lines.join('\n')}

Options:
  --help      show this text, or after a command the help for it
  --version   show the version

Exit codes: 0 done, 1 a file can't be read or written, 2 the command line is wrong, 3 above --limit-bytes.
`;
}

function version() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

async function main(args, io) {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-V') {
    io.stdout.write(`${version()}\n`);
    return;
  }
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    io.stdout.write(await generalHelp());
    return;
  }
  const isHelp = name === 'help' || rest.includes('--help') || rest.includes('-h');
  const load = commandLoader(name === 'help' ? rest[0] : name);
  const command = await load();
  if (isHelp) {
    io.stdout.write(command.help);
    return;
  }
  process.exitCode = await command.run(rest, io);
}

function commandLoader(name) {
  if (name === undefined) {
    throw new UsageError('no command given');
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new UsageError(name.startsWith('-') ? `unknown option ${name}` : `unknown command '${name}'`);
  }
  return COMMANDS[name];
}

// Whoever reads our output may stop early: `… | head`. That is not an error.
process.stdout.on('error', (error) => process.exit(report(error) || process.exitCode));
process.stderr.on('error', () => {});

function report(error) {
  const { code, message } = toFailure(error);
  process.stderr.write(message);
  return code;
}

try {
  await main(process.argv.slice(2), process);
} catch (error) {
  process.exitCode = report(error);
}
