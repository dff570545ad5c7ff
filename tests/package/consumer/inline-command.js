import { readFileSync } from 'node:fs';
import { importHeapProfile } from 'heapprofile-importer/inline';

const { threads } = importHeapProfile(readFileSync(process.argv[2]));
console.log(threads[0].samples.weight.reduce((sum, weight) => sum + weight, 0));
