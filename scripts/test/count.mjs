// Counting tests in the output of those who run them.

const ESCAPES = /\x1b\[[0-9;]*m/g;
const NODE = /^(?:ℹ|#) (pass|fail) (\d+)$/;
const CARGO = /^test result: \w+\. (\d+) passed; (\d+) failed;/;

/** Adds up what the closing lines of Node's and Cargo's test runners say. */
export class TestCounter {
  passed = 0;
  failed = 0;
  #line = '';

  /** @param {string} text the next piece of output */
  add(text) {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop();
    for (const line of lines) {
      this.#read(line.replace(ESCAPES, '').trimEnd());
    }
  }

  #read(line) {
    const node = NODE.exec(line);
    if (node) {
      this[node[1] === 'pass' ? 'passed' : 'failed'] += Number(node[2]);
    }
    const cargo = CARGO.exec(line);
    if (cargo) {
      this.passed += Number(cargo[1]);
      this.failed += Number(cargo[2]);
    }
  }
}
