import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // works in any folder of a server
  plugins: [preact()],
  build: { outDir: "../dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { port: 5180 },
  preview: { port: 5180 },
});
