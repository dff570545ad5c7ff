// The files of the tests, fetched.

/** @param {string} path below tests/ @returns {Promise<Response>} */
export async function fetchFile(path) {
  const response = await fetch(new URL(`../../${path}`, import.meta.url));
  if (!response.ok) {
    throw new Error(`${path}: HTTP ${response.status}`);
  }
  return response;
}

/** @param {string} path @returns {Promise<Uint8Array>} */
export async function fetchBytes(path) {
  return new Uint8Array(await (await fetchFile(path)).arrayBuffer());
}

/** @param {string} path @returns {Promise<object>} */
export async function fetchJson(path) {
  return (await fetchFile(path)).json();
}

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} without gzip, if it is compressed */
export async function inflate(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    return bytes;
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
