// What the names say that Node and Chrome give to their files.

const NODE = /^Heap\.(\d{4})(\d\d)(\d\d)\.(\d\d)(\d\d)(\d\d)\.(\d+)\.(\d+)\.(\d+)(?:\.|$)/;
const CHROME = /^Heap-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:\.|$)/;

/**
 * @param {string} [fileName]
 * @returns {{ runtime: string | null, startTime: number, pid: string, tid: number, threadName: string }}
 */
export function factsOfFileName(fileName = '') {
  const name = fileName.split(/[\\/]/).pop();
  const node = NODE.exec(name);
  if (node) {
    const tid = Number(node[8]);
    return {
      runtime: 'Node.js',
      startTime: localTime(node),
      pid: node[7],
      tid,
      threadName: tid === 0 ? 'Main thread' : `Worker ${tid}`,
    };
  }
  const chrome = CHROME.exec(name);
  return {
    runtime: chrome && 'Chrome',
    startTime: chrome ? localTime(chrome) : 0,
    pid: '0',
    tid: 0,
    threadName: 'JavaScript heap',
  };
}

function localTime([, year, month, day, hour, minute, second]) {
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}
