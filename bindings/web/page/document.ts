/** Builds sections of a document of imm into the page, as HTML: `virtual:implicit-minimax`. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";

const FILE = join(import.meta.dirname, "../../../docs/IMPLICIT_MINIMAX.md");
/** The first words of the paragraph that names the source of the method. */
const SOURCE = "The method is from ";
/** The sections that explain the method, in the order of the document. */
const SECTIONS = ["The mean", "A trap", "The obvious fix, and why it fails", "Two values per node"];

const MODULE = "virtual:implicit-minimax";
const RESOLVED = `\0${MODULE}`;

/**
 * Returns the tokens of the sections. Throws an error if the document does not have one of the
 * sections.
 */
function sectionsOf(tokens: readonly Token[]): Token[] {
  const source = tokens.find((token) => token.raw.startsWith(SOURCE));
  if (!source) throw new Error(`${FILE}: no paragraph begins with "${SOURCE}"`);
  const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";
  const found = SECTIONS.flatMap((title) => {
    const begin = tokens.findIndex((token) => isHeading(token) && token.text === title);
    if (begin < 0) throw new Error(`${FILE}: expected a section "${title}"`);
    const length = tokens.slice(begin + 1).findIndex((token) => isHeading(token));
    return tokens.slice(begin, length < 0 ? undefined : begin + 1 + length);
  });
  return [source, ...found];
}

/** Returns the HTML of the sections, and the paths of its images, which become data URLs. */
function htmlOf(markdown: string): { html: string; images: string[] } {
  const images: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens }) {
        return `<h3>${this.parser.parseInline(tokens)}</h3>\n`;
      },
      // Writes a link as plain text, because the page does not have the files that the document
      // links to.
      link({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      image({ href, text }) {
        images.push(join(dirname(FILE), href));
        return `<img src="\${image${images.length - 1}}" alt="${text}">`;
      },
    },
  });
  const html = marked.parser(sectionsOf(marked.lexer(markdown)));
  return { html, images };
}

/** Converts the document to a module whose default export is the HTML. */
function moduleOf(markdown: string): string {
  const { html, images } = htmlOf(markdown.replaceAll("\\", "\\\\").replaceAll("${", "\\${"));
  const imports = images.map((path, i) => `import image${i} from "${path}?inline";\n`);
  const text = html.replaceAll("`", "\\`");
  return `${imports.join("")}export default \`${text}\`;\n`;
}

export function documentPlugin(): Plugin {
  return {
    name: "implicit-minimax",
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(FILE);
      return moduleOf(readFileSync(FILE, "utf8"));
    },
  };
}
