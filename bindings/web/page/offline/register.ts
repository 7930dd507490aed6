/** Registers the service worker, so that the page also works without a network. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return; // the development server builds no service worker
  // Without a service worker, for example on a server without HTTPS, the page works as usual.
  navigator.serviceWorker?.register("./offline.js").catch(() => {});
}
