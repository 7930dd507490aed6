import java.lang.management.ManagementFactory;
import java.util.Scanner;
import onitama.ai.SearchState;
import onitama.ai.Searcher;
import onitama.ai.TranspositionTable;
import onitama.ai.evaluation.PstEvaluator;
import onitama.common.Utils;
import onitama.model.Card;
import onitama.model.CardState;
import onitama.model.GameDefinition;
import onitama.model.Move;
import onitama.model.SearchParameters;

/**
 * Lets maxbennedich/onitama choose moves, for onitama.py. Each line of standard input is a position and a time:
 *
 * <pre>
 *     bbBbb...............rrRrr crane eel elephant mantis ox 0 100
 * </pre>
 *
 * The board begins with a5. Then come two cards of Red, two cards of Blue, the card in the middle, the player to move (0 is
 * Red), and the time in milliseconds. It is processor time, as for imm. The answer is a move, such as {@code a1a2:crane}, or
 * {@code none}.
 */
public class OnitamaEngine {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNext()) {
            String board = input.next();
            Card[][] hands = {{card(input), card(input)}, {card(input), card(input)}};
            CardState cards = new CardState(hands, card(input));
            System.out.println(think(board, cards, input.nextInt(), input.nextInt()));
        }
    }

    private static Card card(Scanner input) {
        String name = input.next();
        Card card = Card.getByName(name);
        if (card == null) {
            throw new IllegalArgumentException("'" + name + "' is not a card of the program");
        }
        return card;
    }

    /** The program's evaluation. It stops the search when the thread has used its processor time. */
    private static class Clock extends PstEvaluator {
        private static Searcher searcher;
        private static long end;
        private int calls;

        Clock(SearchState state) {
            super(state);
        }

        @Override public int score(int player) {
            if (++calls % 256 == 0 && now() >= end) {
                searcher.stop();
            }
            return super.score(player);
        }

        static long now() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Searches as the program's own player without pondering does: with a new table, whose size depends on the time. */
    private static String think(String board, CardState cards, int player, int ms) {
        Clock.end = Clock.now() + 1_000_000L * ms;
        int depth = Searcher.MAX_NOMINAL_DEPTH;
        int bits = TranspositionTable.getSuggestedSize(depth, ms);
        SearchParameters parameters = new SearchParameters(bits, depth, Integer.MAX_VALUE, Clock::new);
        Searcher searcher = Clock.searcher = new Searcher(parameters, Utils.NO_LOGGER, false);
        searcher.setState(player, board, cards);
        if (searcher.getAllMoves().isEmpty()) {
            return "none";
        }
        searcher.start();
        Move move = searcher.getBestMove();
        String from = GameDefinition.getPosition(move.px, move.py);
        String to = GameDefinition.getPosition(move.nx, move.ny);
        return from + to + ":" + move.card.name.toLowerCase();
    }
}
