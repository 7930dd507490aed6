/** The texts of the page in English. A translation has the same keys: see `index.ts`. */

const blackFirst = { first: "Black", second: "White" };
const whiteFirst = { first: "White", second: "Black" };
const southFirst = { first: "South", second: "North" };

export const en = {
  /** The name of the language, in the language itself. */
  name: "English",
  title: "imm: play, and watch it think",
  opening: "The page loads …",
  footer: "imm runs in your browser. The page sends nothing to a server.",
  you: "You",
  engine: "imm",
  person: "Person",
  level: (level: string, word: string) => `Level ${level}, ${word}`,
  levels: {
    1: "Beginner",
    2: "Novice",
    3: "Casual",
    4: "Amateur",
    5: "Regular",
    6: "Skilled",
    7: "Strong",
    8: "Advanced",
    9: "Master",
    10: "Expert",
  },
  best: "Best",

  /** The parts of the screen, and its main buttons. */
  main: {
    games: "Games",
    rules: "Rules",
    analysis: "Analysis",
    settings: "Settings",
    close: "Close",
    dismiss: "Dismiss",
    actions: "Actions",
    newGame: "New game",
    takeBack: "Take back",
    hint: "Hint",
    resign: "Resign",
    rematch: "Rematch",
    share: "Share",
    moveNow: "Move now",
    pause: "Pause",
    resume: "Resume",
    pass: "Pass",
    moves: "Moves",
    start: "Start",
    ply: (number: number, who: string, move: string) => `Ply ${number}, ${who}, ${move}`,
    die: "die",
    back: "Back to the game",
    goOn: "Go on from here",
    past: (ply: number, plies: number) => `Position after ${ply} of ${plies} moves.`,
    ahead: (moves: string) => `Looking ahead: ${moves}`,
    playThese: "Play these",
    typeMove: "Move as text",
    play: "Play",
    discs: (count: number) => (count === 1 ? "1 disc" : `${count} discs`),
    clock: (who: string, time: string) => `Clock of ${who}: ${time}`,
  },

  /** Whose turn it is, what happened, and what you hear from a screen reader. */
  turn: {
    yours: "Your turn",
    moves: (side: string) => `${side} to move`,
    thinks: (name: string) => `${name} thinks …`,
    paused: "The game is paused",
    rolls: "The die rolls …",
    dieShows: (number: number) => `The die shows ${number}`,
    againYou: "Move again!",
    again: (name: string) => `${name} moves again`,
    passed: (name: string) => `${name} has no move and passes.`,
    passYou: "You have no move. Press Pass.",
    passSide: (side: string) => `${side} has no move. Press Pass.`,
    setUp: "You set up a position.",
    played: (side: string, move: string) => `${side} plays ${move}.`,
    hintIs: (move: string) => `Hint: ${move}`,
    afterMoves: (count: number) => `After ${count} moves.`,
    newGame: (game: string) => `${game}: a new game.`,
    takenBack: "Taken back.",
  },

  /** The end of a game. */
  result: {
    youWin: "You win!",
    youLose: "You lose",
    wins: (side: string) => `${side} wins`,
    draw: "A draw",
    score: (side: string, more: number, less: number) => `${side} wins ${more} : ${less}`,
    drawScore: (each: number) => `${each} : ${each}`,
    youResigned: "You resigned",
    resigned: (side: string) => `${side} resigned`,
    time: "Time is over",
  },
  reasons: {
    four: "Four in a row",
    full: "The board is full",
    farRow: "A piece reached the far row",
    captured: "All pieces are captured",
    group: "All pieces are in one group",
    master: "The master is captured",
    gate: "The master reached the gate",
    corner: "A stone reached the corner",
    stones: "All stones are captured",
    rules: "The game is over",
  },

  newGame: {
    title: "New game",
    game: "Game",
    board: "Board",
    opponent: "Opponent",
    engine: "imm, the computer",
    person: "A person at this screen",
    level: "Level",
    begins: "Who begins",
    youBegin: "You",
    engineBegins: "imm",
    randomBegins: "Random",
    clock: "Clock",
    noClock: "No clock",
    minutes: (minutes: number, seconds: number) =>
      seconds ? `${minutes} min + ${seconds} s a move` : `${minutes} min`,
    play: "Play",
  },

  settings: {
    title: "Settings",
    language: "Language",
    theme: "Theme",
    system: "As the system",
    light: "Light",
    dark: "Dark",
    animation: "Animation",
    sound: "Sound",
    coordinates: "Coordinates",
    experts: "Experts",
  },

  experts: {
    player: (side: string) => `Who plays ${side}`,
    engine: "imm",
    best: "best",
    notation: "as written …",
    notationOf: (side: string) => `Player of ${side}`,
    notationHint: "mcts(im0.4,ipp), bfm(), ab(all), level3:mcts(im0.4) …",
    limit: "A move takes",
    unit: "Unit of a move's limit",
    ms: "milliseconds",
    simulations: "simulations",
    levelsOwn: "A level has its own number of simulations.",
    memory: "Memory of a player",
    memoryWrong: "an amount such as 64 MiB",
    setUp: "Set up a position",
    saveAndLoad: "Save and load",
    saveHelp: "A game is a line of JSON, a trace for imm-arena replay.",
    text: "The game as text",
    show: "Show this game",
    saveFile: "Save as a file",
    loadText: "Load this text",
    loadFile: "Load a file",
  },

  setUp: {
    help: "Tap a place of the board to change it; with Shift, backwards. Or type the position:",
    position: "Position",
    toMove: (side: string) => `${side} to move`,
    play: "Play from here",
    cancel: "Cancel",
  },

  share: {
    copied: "The link is in the clipboard, and in the address bar.",
    inBar: "The link is in the address bar.",
  },

  errors: {
    noGame: (name: string, games: string) =>
      `The link names no game: "${name}". The games are ${games}.`,
    noNumber: (text: string) => `The link says "${text}" where it should have a number.`,
    move: (number: number, move: string, why: string) => `Move ${number}, "${move}": ${why}`,
    illegal: (move: string, side: string) => `"${move}" is no legal move of ${side}.`,
    notYourTurn: "It is not your turn.",
    notSaved: "This is not a saved game: each game is a line of JSON.",
    notComplete: "This is not a saved game: it needs a start and plies.",
    savedGame: (name: string) => `There is no game "${name}".`,
    savedPosition: (ply: number, move: string, found: string, saved: string) =>
      `After ply ${ply}, ${move}, the position is ${found}, not ${saved}.`,
    connectFour: "the text is not a position of Connect Four",
    floating: "a disc has an empty square below it",
    tooMany: "one side has too many discs",
    otherTurn: "it is the other side's turn",
  },

  /** The places and pieces of the boards, as a screen reader says them. */
  board: {
    empty: "empty",
    selected: "selected",
    reachable: "can be reached",
    playable: "can be played",
    house: (side: string, house: number, seeds: number) =>
      `${side}, house ${house}, ${seeds} ${seeds === 1 ? "seed" : "seeds"}`,
    store: (side: string, seeds: number) =>
      `${side}, store, ${seeds} ${seeds === 1 ? "seed" : "seeds"}`,
    whichCard: "With which card?",
    cardsOf: (side: string) => `Cards of ${side}`,
    middleCard: "Card in the middle",
  },
  pieces: {
    blackDisc: "black disc",
    whiteDisc: "white disc",
    yellowDisc: "yellow disc",
    redDisc: "red disc",
    blackPiece: "black piece",
    whitePiece: "white piece",
    blackStudent: "black student",
    whiteStudent: "white student",
    blackMaster: "black master",
    whiteMaster: "white master",
    blackStone: "black stone",
    whiteStone: "white stone",
  },

  /** The cards of Onitama. */
  cards: {
    tiger: "tiger",
    dragon: "dragon",
    frog: "frog",
    rabbit: "rabbit",
    crab: "crab",
    elephant: "elephant",
    goose: "goose",
    rooster: "rooster",
    monkey: "monkey",
    mantis: "mantis",
    horse: "horse",
    ox: "ox",
    crane: "crane",
    boar: "boar",
    eel: "eel",
    cobra: "cobra",
  },

  games: {
    kalah: {
      title: "Kalah",
      sides: southFirst,
      rules:
        "Choose a house of yours: its seeds are sown one by one, anticlockwise. If the last seed lands in your store, you move again. If it lands in an empty house of yours, it captures the seeds opposite. The player with more seeds wins.",
      boards: {
        kalah: "6 houses, 4 seeds",
        kalah_std: "6 × 4, an empty house captures nothing",
        kalah_stays: "6 × 4, the capturing seed stays",
        kalah_empty_6x6: "6 houses, 6 seeds",
        kalah_empty_4x3: "4 houses, 3 seeds",
      },
      shuffle: "Random board",
    },
    connect_four: {
      title: "Connect Four",
      sides: { first: "Yellow", second: "Red" },
      rules: "Drop a disc into a column. Four in a row win, in any direction.",
      boards: { plugin: "7 × 6" },
      shuffle: "",
    },
    othello: {
      title: "Othello",
      sides: blackFirst,
      rules:
        "Place a disc so that it encloses discs of the other colour in a row: they are turned over. The player with more discs at the end wins.",
      boards: { othello: "8 × 8" },
      shuffle: "",
    },
    breakthrough: {
      title: "Breakthrough",
      sides: whiteFirst,
      rules:
        "Move a piece one square forward, straight or diagonally. Capture diagonally. Reach the far row, or capture all pieces.",
      boards: {
        breakthrough: "8 × 8",
        breakthrough_6x6: "6 × 6",
        breakthrough_5x6: "5 × 6",
        breakthrough_5x5: "5 × 5",
      },
      shuffle: "",
    },
    onitama: {
      title: "Onitama",
      sides: whiteFirst,
      rules:
        "Move a piece with one of your two cards. Then the card goes to the middle, and you take the card from there. Capture the master, or bring your master to the other gate.",
      boards: { onitama: "16 cards" },
      shuffle: "New deal",
    },
    oware: {
      title: "Oware",
      sides: southFirst,
      rules:
        "Choose a house of yours: its seeds are sown one by one, anticlockwise. If the last seed makes two or three in a house of the opponent, you capture them, and those before it. More than 24 seeds win.",
      boards: { oware: "6 houses, 4 seeds" },
      shuffle: "",
    },
    loa: {
      title: "Lines of Action",
      sides: blackFirst,
      rules:
        "A piece moves along a line as many squares as there are pieces on the line. It jumps over its own side and captures by landing. Bring all your pieces into one group.",
      boards: { loa: "8 × 8" },
      shuffle: "",
    },
    einstein: {
      title: "EinStein würfelt nicht!",
      sides: whiteFirst,
      rules:
        "The die chooses your stone. If that stone was captured, move the next lower or the next higher one. Move one square towards the opposite corner, straight or diagonally, and capture any stone on your way. Reach the corner, or capture all stones of the opponent.",
      boards: { einstein: "6 stones" },
      shuffle: "Random arrangement",
    },
  },
};

/** The type of each translation. */
export type Texts = typeof en;
