// The worker as the page sees it. Each import has a worker of its own: to cancel is to end it, which works at any
// moment, and gives back its memory; and the profile shown so far stays with its own worker until it is replaced.

export class ImportJob {
  #worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  #pending = new Map();
  #nextId = 0;

  /** @param {{ onProgress?(progress: { bytesRead: number, bytesTotal: number | null }): void }} [listeners] */
  constructor({ onProgress } = {}) {
    this.#worker.addEventListener('message', ({ data }) => {
      if (data.progress) {
        onProgress?.(data.progress);
      } else {
        this.#settle(data);
      }
    });
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#failAll(new Error(event.message || 'The worker that reads files could not be started'));
    });
  }

  /** @param {{ name: string, blob: Blob }[]} files */
  import(files) {
    return this.#ask('import', files);
  }

  /** @param {number[]} threads */
  view(threads) {
    return this.#ask('view', threads);
  }

  inverted() {
    return this.#ask('inverted');
  }

  /** @returns {Promise<ArrayBuffer>} the profile as JSON, compressed by gzip */
  export() {
    return this.#ask('export');
  }

  /** Ends the worker. What is under way is rejected with an AbortError. */
  end() {
    this.#worker.terminate();
    this.#failAll(new DOMException('Cancelled', 'AbortError'));
  }

  #ask(task, argument) {
    const id = this.#nextId++;
    this.#worker.postMessage({ id, task, argument });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #settle({ id, result, error }) {
    const { resolve, reject } = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) {
      reject(Object.assign(new Error(error.message), error));
    } else {
      resolve(result);
    }
  }

  #failAll(error) {
    for (const { reject } of this.#pending.values()) {
      reject(error);
    }
    this.#pending.clear();
  }
}
