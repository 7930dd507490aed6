/**
 * The top of a search tree. Area shows visits, colour shows value. A click on a node shows its
 * position on the board.
 */
import { signal } from "@preact/signals";
import { type HierarchyRectangularNode, hierarchy, partition } from "d3-hierarchy";
import { arc } from "d3-shape";
import type { TreeNode } from "imm-search";
import { useMemo, useState } from "preact/hooks";
import { amount, shade, signed, worth } from "../format.js";
import { textsOf } from "../games/about.js";
import { game } from "../session/index.js";
import { texts } from "../texts/index.js";
import type { TreePart } from "../thinker.js";
import { standingOf } from "./inWords.js";

/** The shape in which the tree is drawn. */
export const shape = signal<"icicle" | "sunburst">("icicle");

type Node = HierarchyRectangularNode<TreeNode>;

const WIDTH = 480;
const HEIGHT = 300;
const RADIUS = 200;
/**
 * Sizes in pixels. Nodes smaller than `SMALLEST` are not drawn. Nodes smaller than `NAMED` have no
 * name.
 */
const SMALLEST = 1.2;
const NAMED = 11;
/** The minimum number of plies for which the drawing has room. */
const FEWEST_PLIES = 3;

/**
 * Returns how many of a node's visits went to none of its children; at least 1 for a node without
 * children.
 */
const ownVisits = ({ visits, children }: TreeNode) =>
  Math.max(0, visits - children.reduce((sum, child) => sum + child.visits, 0)) ||
  (children.length ? 0 : 1);

interface TreeProps {
  part: TreePart;
  player: string;
  /** Called with the moves that lead to the position that the user selects. */
  onWalk(moves: readonly string[]): void;
}

export function Tree({ part, player, onWalk }: TreeProps) {
  const words = texts.value.tree;
  const { root, below } = part;
  const isRound = shape.value === "sunburst";
  const nodes = useMemo(() => {
    const tree = hierarchy(root)
      .sum(ownVisits)
      .sort((a, b) => b.data.visits - a.data.visits);
    const size: [number, number] = isRound ? [2 * Math.PI, RADIUS] : [HEIGHT, WIDTH];
    const laid = partition<TreeNode>().size(size)(tree);
    const small = isRound ? SMALLEST / RADIUS : SMALLEST;
    const shown = laid.descendants().filter((node) => node.x1 - node.x0 > small);
    // The shown nodes fill the whole figure, but a shallow tree leaves room for `FEWEST_PLIES`
    // plies.
    const deepest = Math.max(FEWEST_PLIES, ...shown.map((node) => node.depth));
    const stretch = (tree.height + 1) / (deepest + 1);
    for (const node of shown) {
      node.y0 *= stretch;
      node.y1 *= stretch;
    }
    // The order stays the same while the tree grows: an element that moves in the document loses
    // the keyboard focus.
    return shown.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }, [root, isRound]);
  const view = isRound
    ? `${-RADIUS} ${-RADIUS} ${2 * RADIUS} ${2 * RADIUS}`
    : `0 0 ${WIDTH} ${HEIGHT}`;
  return (
    <figure class={`tree ${shape.value}`}>
      <Nodes {...{ nodes, below, view, isRound, player, onWalk }} />
      <figcaption>
        {below.length > 0 && `${words.below(below.join(" "))} `}
        {words.legend}
      </figcaption>
    </figure>
  );
}

const pathOf = (node: Node) =>
  node
    .ancestors()
    .map(({ data }) => data.move)
    .filter(Boolean)
    .reverse();

const keyOf = (node: Node) => pathOf(node).join(" ");

const nameOf = (node: Node) => (node.parent ? node.data.move : texts.value.tree.root);

function describe(node: Node): string {
  const { visits, value, minimax } = node.data;
  const words = texts.value.tree;
  const standing = standingOf(node.data, { sides: textsOf(game.value).sides, user: null });
  const numbers = words.numbers(amount(visits), signed(value), signed(minimax));
  return `${pathOf(node).join(" ") || nameOf(node)}: ${standing}. ${numbers}`;
}

interface NodesProps {
  nodes: readonly Node[];
  below: readonly string[];
  view: string;
  isRound: boolean;
  player: string;
  onWalk(moves: readonly string[]): void;
}

function Nodes({ nodes, below, view, isRound, player, onWalk }: NodesProps) {
  const [focus, setFocus] = useState("");
  const known = nodes.some((node) => keyOf(node) === focus);
  const walk = (node: Node) => {
    onWalk(node.parent ? [...below, ...pathOf(node)] : below.slice(0, -1));
  };
  const onKeyDown = (event: KeyboardEvent, node: Node) => {
    if (event.key === "Enter" || event.key === " ") walk(node);
    else {
      const next = relative(nodes, node, event.key);
      if (!next) return;
      setFocus(keyOf(next));
      const svg = (event.currentTarget as Element).closest("svg");
      svg?.querySelector<SVGElement>(`[data-path="${CSS.escape(keyOf(next))}"]`)?.focus();
    }
    event.preventDefault();
  };
  return (
    <svg viewBox={view} role="group" aria-label={texts.value.tree.of(player)}>
      {nodes.map((node) => {
        const key = keyOf(node);
        return (
          <g
            key={key}
            data-path={key}
            class={`node ${node.data.proof}`}
            role="button"
            tabindex={key === (known ? focus : "") ? 0 : -1}
            aria-label={describe(node)}
            onClick={() => walk(node)}
            onKeyDown={(event) => onKeyDown(event, node)}
          >
            <title>{describe(node)}</title>
            {isRound ? <Sector node={node} /> : <Box node={node} />}
          </g>
        );
      })}
    </svg>
  );
}

/** Returns the node that an arrow key selects: the parent, the best child, or a neighbour. */
function relative(nodes: readonly Node[], node: Node, key: string): Node | undefined {
  const shown = (one: Node | undefined | null) => (one && nodes.includes(one) ? one : undefined);
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  if (key === "ArrowLeft") return shown(node.parent);
  if (key === "ArrowRight") return shown(node.children?.[0]);
  if (key === "ArrowUp") return shown(siblings[at - 1]);
  return key === "ArrowDown" ? shown(siblings[at + 1]) : undefined;
}

/** The approximate width of a letter in pixels. */
const LETTER = 6.2;

/** Returns the label of a node, truncated to `room` pixels. */
function label(node: Node, room: number): string {
  const name = node.data.proof === "open" ? nameOf(node) : `✓ ${nameOf(node)}`;
  const most = Math.floor(room / LETTER);
  return name.length <= most ? name : `${name.slice(0, Math.max(1, most - 1))}…`;
}

function Box({ node }: { node: Node }) {
  const { x0, x1, y0, y1 } = node;
  return (
    <>
      <rect
        x={y0 + 0.5}
        y={x0 + 0.5}
        width={Math.max(0, y1 - y0 - 1)}
        height={Math.max(0.5, x1 - x0 - 1)}
        rx="2"
        style={{ fill: shade(worth(node.data)) }}
      />
      {x1 - x0 > NAMED && (
        <text x={y0 + 6} y={(x0 + x1) / 2}>
          {label(node, y1 - y0 - 8)}
        </text>
      )}
    </>
  );
}

const sector = arc<Node>()
  .startAngle(({ x0 }) => x0)
  .endAngle(({ x1 }) => x1)
  .innerRadius(({ y0 }) => y0)
  .outerRadius(({ y1 }) => y1 - 1)
  .padAngle(0.004);

function Sector({ node }: { node: Node }) {
  const angle = (node.x0 + node.x1) / 2;
  const radius = (node.y0 + node.y1) / 2;
  const isNamed = (node.x1 - node.x0) * radius > NAMED && node.parent;
  return (
    <>
      <path d={sector(node) ?? ""} style={{ fill: shade(worth(node.data)) }} />
      {isNamed && (
        <text class="middle" x={radius * Math.sin(angle)} y={-radius * Math.cos(angle)}>
          {label(node, node.y1 - node.y0 + 8)}
        </text>
      )}
    </>
  );
}
