/** Allows waiting events to run, without a delay. A browser timer would wait four milliseconds. */
export const turn: () => Promise<void> = createTurn();

function createTurn() {
  // In Node.js, use setImmediate() instead of a message channel: Node.js would process a thousand
  // channel messages before any other event.
  if (typeof setImmediate === "function") {
    return () => new Promise<void>((resolve) => void setImmediate(resolve));
  }
  const { port1: here, port2: there } = new MessageChannel();
  const waiting: (() => void)[] = [];
  here.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      there.postMessage(null);
    });
}
