import ai.MCTSOptions;
import ai.mcts.MCTSPlayer;
import breakthrough.game.Board;
import framework.IMove;
import framework.MoveList;
import java.lang.management.ManagementFactory;
import java.util.Scanner;

/**
 * Lets the MCTS player of mcts_gameframe choose moves in Breakthrough, for gameframe.py. Each line of standard input has the
 * time in milliseconds, and the moves from the start: {@code 100 a2a3 h7h6}. It is processor time, as for imm. The answer is a
 * move.
 */
public class GameframeEngine {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String[] words = input.nextLine().split(" ");
            Clock board = new Clock();
            board.initialize();
            for (int ply = 1; ply < words.length; ply++) {
                board.doAIMove(find(board, words[ply]), board.getPlayerToMove());
            }
            System.out.println(think(board, Integer.parseInt(words[0])));
        }
    }

    /** Returns the legal move with this text. */
    private static IMove find(Board board, String text) {
        MoveList moves = board.getExpandMoves();
        for (int i = 0; i < moves.size(); i++) {
            if (text(moves.get(i)).equals(text)) {
                return moves.get(i);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not a legal move in\n" + board);
    }

    /** Returns a move as imm writes it. The program writes "Cap " or "Mov " before it. */
    private static String text(IMove move) {
        return move.toString().substring(4);
    }

    /** A board that stops the search when the thread has used its processor time. */
    private static class Clock extends Board {
        private MCTSPlayer player;
        private long end;

        /** The search calls this method before each simulation. */
        @Override public void newDeterminization(int myPlayer, boolean postMove) {
            if (now() >= end) {
                player.stop();
            }
        }

        static long now() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Searches as the player {@code mcts_h_im0.4_s} of the program's simulator does. */
    private static String think(Clock board, int ms) {
        board.end = Clock.now() + 1_000_000L * ms;
        MCTSOptions options = new MCTSOptions();
        options.debug = false;
        options.solver = true;
        options.useHeuristics = true;
        options.implicitMM = true;
        options.imAlpha = 0.4;
        options.timeInterval = 1_000_000; // never reached: the board stops the search
        options.setGame("breakthrough");
        MCTSPlayer player = board.player = new MCTSPlayer();
        player.setOptions(options);
        player.newGame(board.getPlayerToMove(), "breakthrough");
        player.getMove(board, null, board.getPlayerToMove(), false, null);
        return text(player.getBestMove());
    }
}
