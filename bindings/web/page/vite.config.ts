import preact from "@preact/preset-vite";
import { defineConfig, type Plugin } from "vite";
import { documentPlugin } from "./document.js";
import { stamp, WORKER } from "./offline/stamp.js";

/** Adds the service worker to the build. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "chunk", id: "offline/worker.ts", fileName: WORKER });
  },
  writeBundle: ({ dir = "" }) => stamp(dir),
};

export default defineConfig({
  base: "./", // works in any folder of a server
  plugins: [preact(), documentPlugin(), serviceWorker],
  build: { outDir: "../dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { port: 5180 },
  preview: { port: 5180 },
});
