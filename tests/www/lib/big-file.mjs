// A large profile, made in the page: it would take long to bring one there.

/**
 * Drops it. Runs in the page.
 *
 * @param {number} megabytes
 */
export function dropBigFile(megabytes) {
  const node = (functionName, scriptId, selfSize, id, children) => JSON.stringify({
    callFrame: { functionName, scriptId, url: '', lineNumber: -1, columnNumber: -1 }, selfSize, id, children,
  });
  const leaves = Array.from({ length: 20_000 }, (_, i) => node(`work${i}`, '9', 4096, i + 2, []));
  const root = node('(root)', '0', 0, 1, []);
  const head = `{"head":${root.replace('[]', `[${leaves.join(',')}]`)},"samples":[`;
  const piece = Array.from({ length: 20_000 }, (_, i) => `{"size":64,"nodeId":${i + 2},"ordinal":${i + 1}}`).join(',');
  const count = Math.ceil((megabytes * 1e6) / piece.length);
  const samples = Array.from({ length: count }, (_, i) => (i === 0 ? piece : `,${piece}`));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([head, ...samples, ']}'], 'big.heapprofile'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
}
