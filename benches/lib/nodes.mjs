// The measurements in each Node.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { node24, ownNode, versionOf } from '../../scripts/lib/nodes.mjs';
import { cleanEnv } from '../../scripts/lib/run.mjs';

const CHILD = fileURLToPath(new URL('node-child.mjs', import.meta.url));

/** @returns {{ name: string, version: string, run(task: string, args: object): Promise<any> }[]} */
export function findNodes() {
  const versions = new Map([ownNode, node24].map((path) => [versionOf(path), path]));
  return [...versions].map(([version, path]) => ({
    name: `Node ${version.slice(1).split('.')[0]}`,
    version: version.slice(1),
    async run(task, args) {
      const { stdout } = await promisify(execFile)(path, [CHILD, task, JSON.stringify(args)], { env: cleanEnv() });
      return JSON.parse(stdout);
    },
  }));
}
