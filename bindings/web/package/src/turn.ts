/** Lets everything else that waits happen, at once: a timer of a browser would wait four milliseconds. */
export const turn: () => Promise<void> = createTurn();

function createTurn() {
  // Node.js would take a thousand messages of a channel before it looks at anything else.
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
