// Searches a position of Kalah for a second, and shows the expected line of moves ten times. Then
// shows the candidates, best first.
import { type Candidate, open, type Progress } from "imm-search";

const show = ({ report, line }: Progress) =>
  console.log(`${report.iterations} simulations, ${report.value.toFixed(2)}: ${line.join(" ")}`);

const search = await open("kalah", { player: "mcts(im0.4)", memory: "16 MiB", seed: 1 });
await search.play("2");
await search.run({ ms: 1000, every: 100, onProgress: show });
const candidates: Candidate[] = await search.candidates();
for (const { move, visits, value } of candidates.sort((a, b) => b.visits - a.visits)) {
  console.log(`${move}: ${visits} visits, value ${value.toFixed(2)}`);
}
search.close();
