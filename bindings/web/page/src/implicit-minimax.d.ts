/** Sections of docs/IMPLICIT_MINIMAX.md as HTML: see `document.ts`. */
declare module "virtual:implicit-minimax" {
  const html: string;
  export default html;
}
