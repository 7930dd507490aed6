/** A board, drawn from a scene. The user plays moves by mouse, touch or keyboard. */
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Cell, GameView, Piece, Scene, Step } from "../games/scene.js";
import { texts } from "../texts/index.js";
import { type Arrow, Arrows } from "./Arrows.js";
import { animate } from "./animate.js";
import { PieceShape, Place } from "./draw.js";
import { cellAt, neighbour, viewBox } from "./geometry.js";

export interface BoardProps {
  game: GameView;
  position: string;
  /** The position as a scene. */
  scene: Scene;
  /** True if the board shows the names of rows and columns. */
  coordinates: boolean;
  /** The legal moves; empty if the user may not move. */
  legal: readonly string[];
  /** The latest move, as a step on the board. */
  last: Step | null;
  arrows: readonly Arrow[];
  label: string;
  onMove(move: string): void;
  /** True while a move is shown: the board animates changes of the scene. */
  moving: boolean;
  /** Called when a place is clicked while the board is being set up. */
  onEdit?: ((cell: string, back: boolean) => void) | undefined;
}

/** The minimum distance in pixels for a pointer movement to count as dragging. */
const TREMBLE = 6;

export function Board(props: BoardProps) {
  const { game, position, scene, legal, last, arrows, label, onMove, onEdit } = props;
  const svg = useRef<SVGSVGElement>(null);
  const steps = useMemo(
    () => legal.map((move) => game.step(position, move)),
    [game, position, legal],
  );
  const [selected, select] = useState<string | null>(null);
  const [choices, choose] = useState<readonly Step[]>([]);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [focus, setFocus] = useState(scene.cells[0]?.id ?? "");

  // At once, so that this does not undo a press on the new position.
  useLayoutEffect(() => {
    select(null);
    choose([]);
    setDrag(null);
  }, [position, legal]);

  /**
   * True if the user dragged the piece of the latest move, so that it is already on its new square.
   */
  const dropped = useRef(false);
  useAnimation(svg, dropped, props);

  const targets = steps.filter((step) => (step.from ? step.from === selected : true));
  const targetCells = new Set(targets.flatMap(({ to, also }) => (also ? [] : [to])));
  const playable = new Set(steps.map(({ from, to }) => from ?? to));

  /** Plays the step that ends at a cell. If there are several such steps, asks the user. */
  const finish = (cell: string): boolean => {
    const found = targets.filter(({ to, also }) => to === cell || also?.includes(cell));
    if (found.length === 1) onMove((found[0] as Step).move);
    else choose(found);
    return found.length > 0;
  };
  const activate = (cell: string, back = false) => {
    setFocus(cell);
    if (onEdit) return onEdit(cell, back);
    if (finish(cell)) return;
    const begins = steps.some(({ from }) => from === cell) && cell !== selected;
    select(begins ? cell : null);
    choose([]);
  };

  const pointOf = (event: PointerEvent) => {
    const box = svg.current?.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box?.inverse());
    return { x: point.x, y: point.y };
  };
  const onPointerDown = (event: PointerEvent) => {
    const at = pointOf(event);
    const cell = cellAt(scene.cells, at.x, at.y);
    if (!cell || event.button !== 0 || onEdit) return;
    if (!steps.some(({ from }) => from === cell.id)) return;
    svg.current?.setPointerCapture(event.pointerId);
    setDrag({ from: cell.id, startX: event.clientX, startY: event.clientY, ...at, moved: false });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) > TREMBLE;
    if (far && !drag.moved) select(drag.from);
    setDrag({ ...drag, ...pointOf(event), moved: drag.moved || far });
  };
  const onPointerUp = (event: PointerEvent) => {
    const at = pointOf(event);
    const cell = cellAt(scene.cells, at.x, at.y);
    setDrag(null);
    if (drag?.moved) {
      dropped.current = cell !== undefined && cell.id !== drag.from && finish(cell.id);
      if (!dropped.current) select(null);
    } else if (cell) {
      activate(cell.id, event.shiftKey);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = scene.cells.find(({ id }) => id === focus) ?? scene.cells[0];
    if (!cell) return;
    if (event.key === "Escape") {
      select(null);
      choose([]);
    } else if (event.key === "Enter" || event.key === " ") {
      activate(cell.id, event.shiftKey);
    } else {
      const next = neighbour(scene.cells, cell, event.key);
      if (!next) return;
      setFocus(next.id);
      svg.current?.querySelector<SVGElement>(`[data-cell="${next.id}"]`)?.focus();
    }
    event.preventDefault();
  };

  const { width, height } = scene;
  const edge = props.coordinates ? (scene.edge ?? []) : [];
  const dragged = drag?.moved ? drag : null;
  const focusable = scene.cells.some(({ id }) => id === focus) ? focus : scene.cells[0]?.id;
  // Discs are drawn behind a board with holes, so that they drop behind it.
  const hasHoles = scene.cells[0]?.shape === "hole";
  const pieces = <Pieces scene={scene} dragged={dragged} />;
  return (
    <div class={`board ${game.id}`}>
      <svg
        ref={svg}
        role="group"
        aria-label={label}
        viewBox={viewBox(scene, edge)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={onKeyDown}
      >
        <rect
          class="table"
          x="-.12"
          y="-.12"
          width={width + 0.24}
          height={height + 0.24}
          rx=".14"
        />
        {hasHoles && <rect class="back" width={width} height={height} />}
        {hasHoles && pieces}
        {scene.cells.map((cell) => (
          <g
            key={cell.id}
            data-cell={cell.id}
            class={classOf(cell, { selected, targetCells, playable, last })}
            role="button"
            tabindex={cell.id === focusable ? 0 : -1}
            aria-label={spoken(cell, { selected, targetCells, playable })}
            aria-pressed={cell.id === selected}
            onFocus={() => setFocus(cell.id)}
          >
            <Place cell={cell} />
          </g>
        ))}
        <Edge edge={edge} />
        {!hasHoles && pieces}
        <Targets scene={scene} ids={marked(steps, targets, selected)} />
        <Arrows scene={scene} arrows={arrows} />
      </svg>
      <Choices choices={choices} onMove={onMove} />
    </div>
  );
}

interface Drag {
  from: string;
  startX: number;
  startY: number;
  x: number;
  y: number;
  moved: boolean;
}

/** The pieces, and the piece that the user drags. */
function Pieces({ scene, dragged }: { scene: Scene; dragged: Drag | null }) {
  return (
    <g class="pieces">
      {scene.pieces.map((piece) => {
        const held = dragged?.from === piece.cell ? dragged : piece;
        return (
          <g
            key={piece.cell}
            class={held === piece ? "" : "held"}
            transform={`translate(${held.x} ${held.y})`}
          >
            <g data-piece={piece.cell}>
              <PieceShape piece={piece} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** Animates changes of the scene while a move is shown. */
function useAnimation(
  svg: RefObject<SVGSVGElement | null>,
  dropped: RefObject<boolean>,
  { scene, last, moving }: BoardProps,
): void {
  const before = useRef(scene);
  const house = useRef<Piece | null>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = scene;
    const isShown = moving && old !== scene && !dropped.current;
    if (old !== scene) dropped.current = false;
    house.current =
      isShown && svg.current ? animate(svg.current, old, scene, last, house.current) : null;
  }, [svg, dropped, scene, last, moving]);
}

interface Marks {
  selected: string | null;
  targetCells: ReadonlySet<string>;
  playable: ReadonlySet<string>;
  last?: Step | null;
}

function classOf(cell: Cell, { selected, targetCells, playable, last }: Marks): string {
  const { id } = cell;
  const words = ["cell"];
  if (id === selected) words.push("selected");
  if (targetCells.has(id)) words.push("target");
  if (playable.has(id)) words.push("playable");
  if (last && (id === last.from || id === last.to)) words.push("last");
  return words.join(" ");
}

function spoken(cell: Cell, { selected, targetCells, playable }: Marks): string {
  const { board } = texts.value;
  if (cell.id === selected) return `${cell.label}, ${board.selected}`;
  if (selected && targetCells.has(cell.id)) return `${cell.label}, ${board.reachable}`;
  return playable.has(cell.id) ? `${cell.label}, ${board.playable}` : cell.label;
}

function Edge({ edge }: { edge: NonNullable<Scene["edge"]> }) {
  return (
    <g class="edge" aria-hidden="true">
      {edge.map(({ text, x, y }) => (
        <text key={`${x} ${y}`} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** If at most this many pieces can move, the board marks them. */
const FEW = 2;

/**
 * Returns the places to mark: where the selected piece can move, or a new piece can be placed. If
 * only a few pieces can move, as with a die, returns their places.
 */
function marked(steps: readonly Step[], targets: readonly Step[], selected: string | null) {
  if (selected) return targets.map(({ to }) => to);
  const starts = new Set(steps.flatMap(({ from }) => from ?? []));
  return starts.size
    ? [...starts].slice(0, starts.size > FEW ? 0 : FEW)
    : targets.map(({ to }) => to);
}

/** Marks places of the board. */
function Targets({ scene, ids }: { scene: Scene; ids: readonly string[] }) {
  const places = new Map(scene.cells.map((cell) => [cell.id, cell]));
  const taken = new Set(scene.pieces.map(({ cell }) => cell));
  const ends = [...new Set(ids)].map((id) => places.get(id));
  return (
    <g class="targets">
      {ends.map((cell) => {
        if (!cell) return null;
        const { id, x, y, w, h, shape } = cell;
        if (shape === "pit") {
          return (
            <rect
              key={id}
              x={x - w / 2 + 0.06}
              y={y - h / 2 + 0.06}
              width={w - 0.12}
              height={h - 0.12}
              rx=".42"
              class="ring"
            />
          );
        }
        return (
          <circle
            key={id}
            cx={x}
            cy={y}
            r={taken.has(id) ? 0.44 : 0.13}
            class={taken.has(id) ? "ring" : ""}
          />
        );
      })}
    </g>
  );
}

/** Asks the user to choose a card if several moves make the same step on the board. */
function Choices({ choices, onMove }: { choices: readonly Step[]; onMove(move: string): void }) {
  if (choices.length < 2) return null;
  const { whichCard } = texts.value.board;
  return (
    <div class="choices" role="group" aria-label={whichCard}>
      {whichCard}
      {choices.map(({ move, choice }) => (
        <button type="button" key={move} onClick={() => onMove(move)}>
          {choice}
        </button>
      ))}
    </div>
  );
}
