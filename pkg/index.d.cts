// Types for require(): the same as for import, with `init` as the property `default`.

import type * as esm from './index.js' with { 'resolution-mode': 'import' };

export type * from './index.js' with { 'resolution-mode': 'import' };

declare const init: typeof esm.default;
export { init as default };
export declare const initSync: typeof esm.initSync;
export declare const isHeapProfile: typeof esm.isHeapProfile;
export declare const importHeapProfile: typeof esm.importHeapProfile;
export declare const importHeapProfileStream: typeof esm.importHeapProfileStream;
export declare const diffHeapProfiles: typeof esm.diffHeapProfiles;
export declare const diffHeapProfilesStream: typeof esm.diffHeapProfilesStream;
export declare const HeapProfileError: typeof esm.HeapProfileError;
export type HeapProfileError = esm.HeapProfileError;
