/** What the engine thinks about the position on the board. */
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import type { Thought } from "../thinker.js";
import { Button } from "../ui/Button.js";
import { Field } from "../ui/Field.js";
import { Select } from "../ui/Select.js";
import { Switch } from "../ui/Switch.js";
import { detailed, Result } from "./Result.js";
import { shape } from "./Tree.js";

const { analyst, explaining, shown, treeDepth, user } = session;

/** The choices for the depth of the drawn tree, in plies. */
const DEPTHS = [3, 4, 5, 6, 8];

export function Engine() {
  const words = texts.value.analysis;
  const thinker = shown.value;
  return (
    <section class="card engine" aria-labelledby="engine-title">
      <div class="title">
        <h2 id="engine-title">
          {words.engine}
          {thinker?.thought.value?.running && <span class="pulse" title={words.searching} />}
        </h2>
        <Switch
          label={words.details}
          value={detailed.value}
          onValue={(on) => {
            detailed.value = on;
          }}
        />
      </div>
      {thinker ? <Found thought={thinker.thought.value} /> : <p class="quiet">{words.off}</p>}
      {detailed.value && <Choices />}
      <Button
        id="explain"
        onClick={() => {
          explaining.value = true;
        }}
      >
        {words.explain}
      </Button>
    </section>
  );
}

function Found({ thought }: { thought: Thought | null }) {
  if (!thought) return <p class="quiet">{texts.value.analysis.begins}</p>;
  return <Result thought={thought} names={{ user: user.value, sides: session.namesOfSides() }} />;
}

/** The player of the analysis, and the look of the tree. */
function Choices() {
  const words = texts.value.analysis;
  return (
    <div class="fields">
      <Field
        label={words.player}
        value={session.playerOfAnalysis()}
        complaint={session.refusal}
        onValue={(text) => {
          analyst.value = text;
        }}
      />
      <Select
        label={words.shape}
        value={shape.value}
        options={[
          ["icicle", words.icicle],
          ["sunburst", words.sunburst],
        ]}
        onValue={(word) => {
          shape.value = word as typeof shape.value;
        }}
      />
      <Select
        label={words.plies}
        value={String(treeDepth.value)}
        options={DEPTHS.map((depth) => [String(depth), String(depth)] as const)}
        onValue={(depth) => {
          treeDepth.value = Number(depth);
        }}
      />
    </div>
  );
}
