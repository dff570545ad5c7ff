import heapprofile = require('heapprofile-importer');
import inline = require('heapprofile-importer/inline');

const { HeapProfileError, default: init, importHeapProfile } = heapprofile;

export function total(bytes: Uint8Array): number {
  const profile: heapprofile.Profile = importHeapProfile(bytes, { columns: 'plain' });
  return profile.threads.length;
}

export function codeOf(error: unknown): heapprofile.ErrorCode | null {
  return error instanceof HeapProfileError ? error.code : null;
}

export const ready: Promise<void> = init();
export const detect: (input: unknown) => boolean = inline.isHeapProfile;
