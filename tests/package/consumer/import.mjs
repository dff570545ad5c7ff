import * as node from 'heapprofile-importer';
import * as inline from 'heapprofile-importer/inline';
import { fileURLToPath } from 'node:url';
import { printFacts } from './facts.cjs';

await node.default();
await inline.default();
const wasm = fileURLToPath(import.meta.resolve('heapprofile-importer/heapprofile_importer_bg.wasm'));
await printFacts([node, inline], wasm);
