// Lets the event loop run: input, painting, and whoever wants to abort.

/** @returns {Promise<void>} */
export function yieldToEventLoop() {
  if (typeof setImmediate === 'function') {
    return new Promise((resolve) => setImmediate(resolve));
  }
  if (typeof MessageChannel !== 'function') {
    return new Promise((resolve) => setTimeout(resolve));
  }
  // Timers are held back by 4 ms once they are nested; messages aren't.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
