import init, {
  diffHeapProfiles, diffHeapProfilesStream, HeapProfileError, importHeapProfile, importHeapProfileStream, initSync, isHeapProfile,
} from 'heapprofile-importer';
import type { ErrorCode, ImportOptions, Profile } from 'heapprofile-importer';
import * as inline from 'heapprofile-importer/inline';

async function use(bytes: Uint8Array, blob: Blob, response: Response): Promise<number> {
  await init();
  await init(new URL('https://example.test/heapprofile_importer_bg.wasm'));
  await init(response);
  initSync(new ArrayBuffer(0));
  const isProfile: boolean = isHeapProfile(bytes);
  const options: ImportOptions = { fileName: 'a.heapprofile', table: 'samples', columns: 'typed', product: 'x' };
  const profile: Profile = importHeapProfile(bytes, options);
  const streamed: Profile = await importHeapProfileStream(blob, {
    onProgress: (bytesRead: number, bytesTotal: number | null) => console.log(bytesRead, bytesTotal),
    signal: new AbortController().signal,
  });
  importHeapProfile('{}');
  importHeapProfile({ head: {} });
  importHeapProfile([{ name: 'a', data: bytes }]);
  importHeapProfile([{ name: 'a', data: bytes }], { snapshots: true });
  const difference: Profile = diffHeapProfiles(bytes, { name: 'b', data: '{}' }, { columns: 'typed' });
  await diffHeapProfilesStream(blob, { data: () => response }, { onProgress() {} });
  // @ts-expect-error a difference has its own table
  diffHeapProfiles(bytes, bytes, { table: 'nativeAllocations' });
  // @ts-expect-error there is no such table
  importHeapProfile(bytes, { table: 'markers' });
  // @ts-expect-error a number is no profile
  importHeapProfile(1);
  const version: number = difference.meta.preprocessedProfileVersion;
  const { samples } = profile.threads[0]!;
  const weights: number[] = Array.from(samples?.weight ?? []);
  const names: string[] = Array.from(streamed.shared.funcTable.name, (name) => streamed.shared.stringArray[name]!);
  return isProfile ? weights.reduce((sum, weight) => sum + weight, version) : names.length;
}

function describe(error: unknown): string {
  if (error instanceof HeapProfileError) {
    const code: ErrorCode = error.code;
    const offset: number | null = error.offset;
    return `${code} at ${offset}: ${error.message}`;
  }
  return 'other';
}

console.log(use, describe);
export const same: typeof inline.importHeapProfile = importHeapProfile;
