import { createRequire } from 'node:module';
import { HeapProfileError } from 'heapprofile-importer';

const { HeapProfileError: required, importHeapProfile } = createRequire(import.meta.url)('heapprofile-importer');
try {
  importHeapProfile('');
} catch (error) {
  console.log(required === HeapProfileError && error instanceof HeapProfileError);
}
