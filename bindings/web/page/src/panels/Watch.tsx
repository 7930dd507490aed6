/**
 * The panel of imm's searches: selects the analysing players and the shape of the tree, and shows
 * the results.
 */
import { analysis, refusal, treeDepth } from "../session/index.js";
import { Field } from "../ui/Field.js";
import { Switch } from "../ui/Switch.js";
import { Thinking } from "./Thinking.js";
import { shape } from "./Tree.js";

export function Watch() {
  const { compare, on, players } = analysis.value;
  const set = (change: Partial<typeof analysis.value>) => {
    analysis.value = { ...analysis.value, ...change };
  };
  const rename = (i: number) => (text: string) =>
    set({ players: players.map((player, at) => (at === i ? text : player)) as [string, string] });
  const used = compare ? players : players.slice(0, 1);
  return (
    <section class="card watch" aria-labelledby="watch-title">
      <h2 id="watch-title">What imm thinks</h2>
      <div class="switches">
        <Switch label="Think along" value={on} onValue={(on) => set({ on })} />
        <Switch
          label="Compare two players"
          value={compare}
          onValue={(compare) => set({ compare, on: compare || on })}
        />
        <label>
          Tree
          <select
            value={shape.value}
            onChange={(event) => {
              shape.value = event.currentTarget.value as typeof shape.value;
            }}
          >
            <option value="icicle">icicle</option>
            <option value="sunburst">sunburst</option>
          </select>
        </label>
        <label>
          Plies
          <select
            value={treeDepth.value}
            onChange={(event) => {
              treeDepth.value = Number(event.currentTarget.value);
            }}
          >
            {[3, 4, 5, 6, 8].map((depth) => (
              <option key={depth}>{depth}</option>
            ))}
          </select>
        </label>
      </div>
      {on && (
        <div class={`fields ${compare ? "two" : ""}`}>
          {used.map((player, i) => (
            <Field
              key={i}
              label={compare ? `Player ${"AB"[i]}` : "Who thinks along"}
              value={player}
              complaint={refusal}
              onValue={rename(i)}
            />
          ))}
        </div>
      )}
      {on && compare && (
        <p class="quiet">
          Both think about the same position with equal rights. <code>im0.4</code> is implicit
          minimax: next to the mean of its playouts each node backs up the minimax value of static
          evaluations, and selection weighs it with 0.4. See where the two trees put their visits.
        </p>
      )}
      <Thinking />
    </section>
  );
}
