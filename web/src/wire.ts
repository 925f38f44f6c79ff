// Made from the types of crates/wire by `cargo xtask golden`; not to be edited.

/** What a family can do beside observing. */
export type Ability = "rates" | "explains" | "frames" | "learns" | "simulates" | "lists";

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface AboutAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The names of the records that were opened with it. */
  records: string[];
  /** Who can judge positions; the first is our own search. */
  judges: string[];
  /** The seed that the page begins with. */
  seed: number;
  /** Whether it shows a reproduction. */
  reproduction: boolean;
  /** Whether it has a page. */
  page: boolean;
}

/** A move that a judge thought of. */
export interface CandidateMove {
  /** The point, or `pass`. */
  move: string;
  /** How many games or visits went that way. */
  games: number;
  /** Points that it costs the side to move, beside the first; less than nothing where it looks better but was looked at less. */
  loss?: number;
  /** How far that may be off by chance alone; absent where nobody says. */
  error?: number;
  /** Black's lead after it. */
  black_leads?: number;
  /** Chance that Black wins after it. */
  black_wins?: number;
  /** How likely it looked before anybody searched, from 0 to 1. */
  prior?: number;
  /** What is expected to follow, the move itself first: `B Q16`. */
  line: string[];
}

/** Stones taken by each side. */
export interface Captures {
  /** White stones taken by Black. */
  black: number;
  /** Black stones taken by White. */
  white: number;
}

/** A family as `aji models` gives it. */
export interface Card {
  /** The name for `--model`. */
  name: string;
  /** The idea in one line. */
  idea: string;
  /** Where it was published. */
  reference: string;
  /** The smallest and the largest side of a board. */
  sizes: [number, number];
  /** What it can do beside observing. */
  abilities: Ability[];
  /** The lead at which a host shows a win rate of about 73 %; not calibrated. */
  lead_scale: number | null;
  /** The ways to play that have a name of their own. */
  styles: Style[];
  /** The kind of file that it takes, if any. */
  file: FileKind | null;
  /** What can be set. */
  parameters: Parameter[];
  /** What can be set for learning; nothing where it does not learn. */
  learning: Parameter[];
  /** What it sees. */
  quantities: Quantity[];
}

/** A value of a field with a name. */
export interface Category {
  /** The value. */
  value: number | null;
  /** Its name. */
  name: string;
}

/** A detail: a number, a text, a colour, a point, or several of them. */
export type Cell = number | null | (number | null)[] | string | string[];

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface ChoiceAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The player. */
  player: string;
  /** Its seed. */
  seed: number;
  /** The move: `B Q16`, `W pass`. */
  move: string;
  /** Why, in a few words. */
  reason: string;
  /** The moves it thought of, best first. */
  candidates: Rating[];
  /** Why, in sentences. */
  explanation: Explanation;
}

/** A class of moves. */
export interface Class {
  /** Its number in this model. */
  number: number;
  /** What it is, in words that players know. */
  name: string;
  /** What sort of class it is. */
  kind: string;
  /** Which part of an explanation it belongs to. */
  part: string;
  /** The first and the last of the moves of a game that it speaks of (null: to the end); null for any. */
  moves: [number, number | null] | null;
  /** What it adds to the score of a move. */
  weight: number;
  /** How much it matters for what the model says, in units of its own. */
  importance: number;
  /** How often such a move could be played, in what was counted. */
  seen: number;
  /** How often it was. */
  played: number;
  /** Its drawing with what belongs to it, in lines of text. */
  drawing: string[];
  /** The points whose moves are of it, where a position was asked about. */
  points?: string[];
}

/** What comes first in a list of classes. */
export type ClassOrder = "importance" | "weight" | "frequency";

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface ClassesAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The model. */
  model: string;
  /** How many classes were asked for; fewer may be listed. */
  found: number;
  /** The classes, in the order that was asked for. */
  classes: Class[];
}

/** Classes that a model knows. */
export interface ClassesAsk {
  /** The model. */
  model: string;
  /** What comes first. */
  order?: ClassOrder;
  /** Only classes whose kind begins with this. */
  kind?: string;
  /** Only classes with this in their name. */
  find?: string;
  /** How many are left out from the first on. */
  from?: number;
  /** Only the classes of the last move of this line, or of moves after it. */
  line?: LineAsk;
  /** The move after the line, such as D4. */
  at?: string;
  /** All legal moves after the line. */
  here?: boolean;
}

/** Black or White. */
export type Color = "B" | "W";

/** A lead to draw. */
export interface Curve {
  /** The name of the quantity; its values stand with the plies. */
  name: string;
  /** The size at which it is drawn in full. */
  full_at: number | null;
  /** The unit; empty for a pure number. */
  unit: string;
}

/** A piece of the curves of a model; or why there are none. */
export interface CurvePiece {
  /** The model. */
  model: string;
  /** The number of the first move of the piece; 0 is the start. */
  from: number;
  /** The numbers of the model, one for each move of the piece. */
  values: Record<string, (number | null)[]>;
  /** Whether it is the last piece of the model. */
  done?: boolean;
  /** Why there are no more. */
  error?: string;
}

/** What a judged game comes to, in words. */
export interface Digest {
  /** The move that decided the game; null where nobody judged. */
  decisive: number | null;
  /** The same in a sentence; empty where nobody judged. */
  decided: string;
  /** What each side can learn, the costliest first. */
  lessons: string[];
  /** The moments to show. */
  moments: MomentWords[];
  /** The groups that were in danger. */
  groups: GroupWords[];
  /** The headings of a report, in the language of the review. */
  labels: Record<string, string>;
}

/** What an engine says of a position. */
export interface EnginePoint {
  /** Chance that Black wins, from 0 to 1. */
  black_wins?: number;
  /** Black's lead in points. */
  black_leads?: number;
  /** What it would play. */
  best?: string;
  /** Whose each point is, from −1 (White) to +1 (Black). */
  ownership?: Field;
}

/** What was asked, the sentences, and the evidence: rows by their kind. */
export interface Explanation {
  /** The point that was asked about. */
  point?: string;
  /** The first point of a pair that was asked about. */
  from?: string;
  /** The second. */
  to?: string;
  /** The move that was asked about; `last` is the one that led here. */
  move?: string;
  /** The answer in words. */
  sentences: Sentence[];
  [name: string]: unknown;
}

/** A fact; its parts stand beside, by name. */
export interface Fact {
  /** What it is. */
  kind: string;
  /** How much it matters, from 0 to about 100. */
  weight: number | null;
  [name: string]: unknown;
}

/** An answer that is none. */
export interface Failed {
  /** What is wrong, in one sentence. */
  error: string;
  /** The status of HTTP. */
  status: number;
}

/** A number for every point, as rows from the top. */
export type Field = ((number | null)[])[];

/** Moves near each other that change much. */
export interface Fight {
  /** Its first move. */
  from: number;
  /** Its last move. */
  to: number;
  /** How many moves belong to it. */
  moves: number;
  /** The part of the board. */
  area: string;
  /** What was at stake. */
  exchange: number | null;
  /** Stones taken by each side. */
  captures: Sides;
  /** Where its moves were played. */
  points: string[];
}

/** A kind of file that models take. */
export interface FileKind {
  /** The name for `--model-file NAME=FILE`. */
  name: string;
  /** What such a file is and where it comes from. */
  about: string;
}

/** One step behind a quantity: its words, and the value in the shape of the quantity. */
export interface Frame {
  /** What happens here. */
  caption: string;
  /** A number. */
  value?: number;
  /** A field. */
  map?: Field;
  /** Labels. */
  labels?: Labels;
  /** A graph. */
  graph?: Graph;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface FramesAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The quantity. */
  quantity: string;
  /** The steps. */
  frames: Frame[];
  /** What the model was asked with. */
  settings: Record<string, Setting>;
}

/** The steps behind a quantity. */
export interface FramesAsk {
  /** The line; its end is read. */
  line: LineAsk;
  /** The quantity. */
  quantity: string;
  /** Parameters by name, as `aji models NAME` lists them. */
  settings?: Record<string, Setting>;
  /** The seed of all chance. */
  seed?: number;
}

/** What is known about a game. */
export interface Game {
  /** Points along a side. */
  size: number;
  /** Black. */
  black: Player;
  /** White. */
  white: Player;
  /** The rules in force. */
  rules: string;
  /** Whether the record names them; otherwise they are assumed. */
  rules_given: boolean;
  /** The komi in force. */
  komi: number;
  /** Whether the record gives it; otherwise it is assumed. */
  komi_given: boolean;
  /** Number of handicap stones. */
  handicap: number;
  /** The result as the record has it. */
  result: string | null;
  /** `B`, `W`, or null when the record names no winner. */
  winner: Color | null;
  /** When it was played. */
  date: string | null;
  /** The event. */
  event: string | null;
  /** The round. */
  round: string | null;
  /** The place. */
  place: string | null;
  /** The name of the game. */
  name: string | null;
  /** Number of nodes in the whole tree. */
  nodes: number;
  /** Number of lines of play. */
  lines: number;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface GamesAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** How many there are with what was looked for. */
  found: number;
  /** How many there are in all, as far as files could be read. */
  all: number;
  /** Those of the list. */
  games: ListedGame[];
}

/** The games that were opened with the server. */
export interface GamesAsk {
  /** Only games with all these words in their players, event, date, result or file. */
  find?: string;
  /** How many are left out from the first on. */
  from?: number;
}

/** Nodes and edges. */
export interface Graph {
  /** The nodes. */
  nodes: GraphNode[];
  /** The edges. */
  edges: GraphEdge[];
}

/** An edge. */
export interface GraphEdge {
  /** The id of the node where it begins. */
  from: string;
  /** The id of the node where it ends. */
  to: string;
  /** What to write on it. */
  label: string;
  /** How strong it is. */
  weight: number | null;
  /** Whether it has a direction. */
  directed: boolean;
}

/** A node; what else the model says of it stands beside, by name. */
export interface GraphNode {
  /** Its name in the graph. */
  id: string;
  /** Its points. */
  points: string[];
  /** What to write on it. */
  label: string;
  [name: string]: unknown;
}

/** A group whose fate was decided. */
export interface Group {
  /** Whose. */
  color: Color;
  /** `captured`, `dead` or `alive`. */
  fate: string;
  /** By which move. */
  ply: number;
  /** Its stones. */
  stones: string[];
}

/** What becomes of a group in the eyes of a judge. */
export interface GroupOutlook {
  /** Whose. */
  color: Color;
  /** Its stones. */
  stones: string[];
  /** How likely they stay, from 0 to 1. */
  survival: number | null;
  /** `alive`, `dead` or `unsettled`. */
  status: string;
}

/** A group that was in danger, in words. */
export interface GroupWords {
  /** Its stones. */
  stones: string[];
  /** The move after which it was first in danger. */
  danger: number;
  /** What became of it, and when. */
  text: string;
}

/** How likely a move was before it was played. */
export interface Guess {
  /** How likely it was, from 0 to 1. */
  probability: number | null;
  /** Its rank among all moves, from 1. */
  rank: number;
  /** The likeliest move. */
  expected: string;
  /** How likely that one was. */
  likelihood: number | null;
}

/** A move that the rules do not allow. */
export interface Illegal {
  /** Its number. */
  ply: number;
  /** Why. */
  reason: string;
}

/** What is known about a game, as the record has it; nothing is assumed. */
export interface Info {
  /** Black. */
  black: Side;
  /** White. */
  white: Side;
  /** The komi, in points for White. */
  komi?: number;
  /** The number of handicap stones. */
  handicap?: number;
  /** The name of the rules. */
  rules?: string;
  /** The result. */
  result?: string;
  /** When it was played. */
  date?: string;
  /** The event. */
  event?: string;
  /** The round. */
  round?: string;
  /** The place. */
  place?: string;
  /** The name of the game. */
  name?: string;
}

/** What somebody who looks ahead thinks of a position, while it looks. */
export interface JudgeAsk {
  /** The line; its end is judged. */
  line: LineAsk;
  /** Who judges, as `/api/about` names them; our own search if nobody is named. */
  judge?: string;
  /** The seed of all chance. */
  seed?: number;
  /** So many games or visits are enough. */
  games?: number;
}

/** What a judge thinks of a position so far; or why it says nothing. */
export interface Judgement {
  /** Who says it. */
  judge: string;
  /** How many games or visits stand behind it; 0 where nobody counted. */
  games: number;
  /** Chance that Black wins, from 0 to 1. */
  black_wins?: number;
  /** Black's lead in points. */
  black_leads?: number;
  /** How far that may be off by chance alone, in points; absent where nobody says. */
  lead_error?: number;
  /** Whose each point is, from −1 (White) to +1 (Black). */
  ownership?: Field;
  /** What becomes of the groups. */
  groups: GroupOutlook[];
  /** The moves it thought of, best first. */
  candidates: CandidateMove[];
  /** Whether it thinks no further. */
  done?: boolean;
  /** Why it says nothing more. */
  error?: string;
}

/** Texts on points, as rows from the top; null where there is none. */
export type Labels = ((string | null)[])[];

/** A group on the last board. */
export interface LastGroup {
  /** Whose. */
  color: Color;
  /** Its stones. */
  stones: string[];
  /** `alive`, `dead`, `seki`, `killable`, `ko` or `open`. */
  outlook: string;
  /** Where it can be killed. */
  kill?: string;
  /** Whether reading proved it; if not, it is what happens in most of the games played on. */
  proved: boolean;
  /** The share of those games in which its stones stay. */
  survival: number | null;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface LineAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The position before the first move. */
  start: Position;
  /** The moves. */
  plies: Played[];
  /** The last position. */
  position: Position;
  /** Whether the game is over. */
  over: boolean;
}

/** A line of play: everything that happened on a board, from the first stone on. */
export interface LineAsk {
  /** Points along a side. */
  size: number;
  /** The name of the rules; Chinese if none is given. */
  rules?: string;
  /** The komi, in points for White. */
  komi?: number;
  /** The number of handicap stones. */
  handicap?: number;
  /** What happened, in order. */
  steps?: StepAsk[];
}

/** A game in a list. */
export interface ListedGame {
  /** The number of the record, from 0. */
  record: number;
  /** Which game of the record, from 1. */
  number: number;
  /** The name of the file. */
  file: string;
  /** Points along a side. */
  size: number;
  /** Black. */
  black: string;
  /** White. */
  white: string;
  /** When it was played. */
  date: string;
  /** The event, or the name of the game. */
  event: string;
  /** The result as the record has it. */
  result: string;
}

/** A point that a sentence speaks of. */
export type Mark = string | {
  /** The point. */
  point: string;
  /** The text. */
  label: string;
};

/** What the moves of a stage cost each side on average. */
export interface MeanLoss {
  /** `opening`, `middle` or `endgame`. */
  stage: string;
  /** Black's points a move; null where none of its moves was judged. */
  black: number | null;
  /** White's. */
  white: number | null;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface ModelsAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The cards. */
  models: Card[];
}

/** Moves in which the same thing goes wrong. */
export interface Moment {
  /** The move with which it began. */
  ply: number;
  /** All moves that belong to it. */
  plies: number[];
  /** Who went wrong first. */
  color: Color;
  /** How bad the worst of them is: `inaccuracy`, `mistake` or `blunder`. */
  grade: string;
}

/** A moment in words. */
export interface MomentWords {
  /** The move with which it began. */
  ply: number;
  /** What went wrong and how much it cost. */
  title: string;
  /** What is better, and what follows. */
  better: string;
  /** How long the same went wrong; empty if it did not go on. */
  until: string;
  /** The moment as a task; empty where nothing better is known. */
  task: string;
}

/** A move by a player. */
export interface MoveAsk {
  /** The line; the player moves at its end. */
  line: LineAsk;
  /** The player. */
  player: string;
  /** Parameters by name, as `aji models NAME` lists them. */
  settings?: Record<string, Setting>;
  /** The seed of all chance. */
  seed?: number;
}

/** Where a move of a class was played. */
export interface Occurrence {
  /** The number of the record, from 0; absent where it is the line that came with the question. */
  record?: number;
  /** Which game of the record, from 1. */
  game?: number;
  /** What the game is called: its players, or the file. */
  title: string;
  /** The numbers of the moves. */
  plies: number[];
  /** How many games have been looked through. */
  looked: number;
  /** Whether this is the end. */
  done?: boolean;
}

/** Where moves of a class were played. */
export interface OccurrencesAsk {
  /** The model. */
  model: string;
  /** The number of the class. */
  class: number;
  /** A line to look through before the games that were opened with the server. */
  line?: LineAsk;
}

/** A line alone. */
export interface OnlyLineAsk {
  /** The line. */
  line: LineAsk;
}

/** A map or labels along a game. */
export interface Overlay {
  /** The name of the quantity. */
  name: string;
  /** What it is, in one line. */
  about: string;
  /** How it is drawn. */
  scale: OverlayScale;
  /** The greatest size of a value. */
  limit: number | null;
  /** How many levels make up the limit; 1 where levels are the values themselves. */
  levels: number;
  /** The names of the values of a map that has only a few. */
  categories?: Category[];
  /** For the start and every move, what changed in the map: a letter is the level of a point, A the lowest, and a number skips points that stay. Empty for labels. */
  frames?: string[];
  /** How far the letter of level zero is from A. */
  zero: number;
  /** For the start and every move, texts by their points; empty for a map. */
  labels?: (Record<string, string>)[];
}

/** How a map is drawn. */
export type OverlayScale = "signed" | "magnitude" | "categories";

/** A piece of the story. */
export interface Paragraph {
  /** What it is about. */
  title: string;
  /** The words. */
  sentences: string[];
}

/** A parameter. */
export interface Parameter {
  /** The name for `--set`. */
  name: string;
  /** What it does. */
  about: string;
  /** What it takes. */
  kind: ParameterKind;
  /** The least value of a number. */
  min?: number;
  /** The greatest value of a number. */
  max?: number;
  /** Whether the least value itself is excluded. */
  above_min?: boolean;
  /** The words of a choice. */
  choices?: string[];
  /** The value when nothing is set. */
  default: Setting;
}

/** What a parameter takes. */
export type ParameterKind = "real" | "integer" | "choice" | "flag" | "text";

/** A stretch of the game. */
export interface Phase {
  /** `opening`, `middle` or `endgame`. */
  stage: string;
  /** Its first move. */
  from: number;
  /** Its last move. */
  to: number;
}

/** A picture of a position. */
export interface PictureAsk {
  /** The line; its end is drawn. */
  line: LineAsk;
  /** The format. */
  format: PictureFormat;
  /** A model, or one of its quantities. */
  quantity?: string;
  /** How a field is drawn. */
  style?: PictureStyle;
  /** The colours. */
  theme?: PictureTheme;
  /** What to write above. */
  title?: string;
  /** What is to be explained. */
  question?: QuestionAsk;
  /** Parameters by name, as `aji models NAME` lists them. */
  settings?: Record<string, Setting>;
  /** The seed of all chance. */
  seed?: number;
}

/** The format of a picture. */
export type PictureFormat = "svg" | "png";

/** How a field is drawn. */
export type PictureStyle = "heat" | "squares" | "numbers";

/** The colours of a picture. */
export type PictureTheme = "wood" | "print" | "dark";

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface PlayAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The move. */
  ply: Played;
  /** The position after it. */
  position: Position;
  /** Whether the game is over. */
  over: boolean;
}

/** A move to try. */
export interface PlayAsk {
  /** The line; the move is tried at its end. */
  line: LineAsk;
  /** `B Q16`, `W pass`. */
  move: string;
}

/** A move with what is needed to draw the board after it from the board before. */
export interface Played {
  /** Its number, from 1. */
  ply: number;
  /** Who moved. */
  color: Color;
  /** The point, or `pass`. */
  move: string;
  /** The stones that came off. */
  captured: string[];
  /** Whether they were the player's own. */
  suicide?: boolean;
  /** Whether stones were changed by hand before the move. */
  edited?: boolean;
  /** Why the move is illegal. */
  illegal?: string;
  /** Stones taken by each side so far. */
  captures: Captures;
  /** Who moves next. */
  next: Color;
  /** The board, where more changed than the move and its captures. */
  board?: string[];
}

/** One side of a game. */
export interface Player {
  /** Name. */
  name: string | null;
  /** Rank. */
  rank: string | null;
  /** Team. */
  team?: string;
}

/** A player. */
export interface PlayerCard {
  /** Its name. */
  name: string;
  /** Its idea in one line. */
  idea: string;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface PlayersAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The players. */
  players: PlayerCard[];
}

/** One ply. */
export interface Ply {
  /** Its number, from 1. */
  ply: number;
  /** Who moved. */
  color: Color;
  /** The point, or `pass`. */
  move: string;
  /** The stones that came off. */
  captured: string[];
  /** Whether they were the player's own. */
  suicide?: boolean;
  /** Whether stones were changed by hand before the move. */
  edited?: boolean;
  /** Why the move is illegal. */
  illegal?: string;
}

/** A position as `aji read` gives it. */
export interface Position {
  /** Points along a side. */
  size: number;
  /** Number of moves so far. */
  ply: number;
  /** Who moves next. */
  next: Color;
  /** Rows from the top: X black, O white, . empty. */
  board: string[];
  /** Stones taken by each side. */
  captures: Captures;
  /** The point that the ko rule forbids to the side to move. */
  ko?: string;
}

/** Something wrong in a record. */
export interface Problem {
  /** Its line, from 1; null where the whole file is meant. */
  line: number | null;
  /** Its column, from 1; null where the whole file is meant. */
  column: number | null;
  /** How much it costs. */
  severity: Severity;
  /** What is wrong. */
  message: string;
}

/** A quantity. */
export interface Quantity {
  /** The stable dotted name. */
  name: string;
  /** What it is. */
  about: string;
  /** What its values look like. */
  shape: Shape;
  /** What it depends on. */
  scope: Scope;
  /** Whom a positive value favours. */
  sign: Sign;
  /** What it is good for. */
  role: Role;
  /** The unit; empty for a pure number. */
  unit: string;
  /** The names of the few values that a field has. */
  categories?: Category[];
}

/** What is to be explained: `{"point":"D4"}`, `{"from":"D4","to":"F5"}`, `{"move":"last"}`, `{"move":"D4"}`. */
export interface QuestionAsk {
  /** A point. */
  point?: string;
  /** The first point of a pair. */
  from?: string;
  /** The second. */
  to?: string;
  /** A move, or `last`. */
  move?: string;
}

/** A move and what it is worth to a model, with what that is made of beside it. */
export interface Rating {
  /** Where. */
  point: string;
  /** How good. */
  rating: number | null;
  [name: string]: unknown;
}

/** A question to one model or to several. */
export interface ReadAsk {
  /** The line; its end is read. */
  line: LineAsk;
  /** Models, or quantities of them. */
  models?: string[];
  /** Parameters by name, as `aji models NAME` lists them. */
  settings?: Record<string, Setting>;
  /** The seed of all chance. */
  seed?: number;
  /** Whether quantities are wanted. */
  readings?: boolean;
  /** Whether ratings of moves are wanted. */
  rate?: boolean;
  /** What is to be explained. */
  question?: QuestionAsk;
}

/** What one model sees at the end of a line; or why it does not. */
export interface Reading {
  /** The model. */
  model: string;
  /** Numbers. */
  values?: Record<string, number | null>;
  /** Fields. */
  maps?: Record<string, Field>;
  /** Labels. */
  labels?: Record<string, Labels>;
  /** Graphs. */
  graphs?: Record<string, Graph>;
  /** Names of numbers beyond the range of f64, which are null above. */
  out_of_range?: string[];
  /** How it rates moves. */
  moves?: Rating[];
  /** What it answers to the question. */
  explanation?: Explanation;
  /** What it was asked with. */
  settings?: Record<string, Setting>;
  /** Why there is no answer. */
  error?: string;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface RecordAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The name of the file. */
  name: string | null;
  /** Its format. */
  format: string;
  /** Its encoding. */
  charset: string;
  /** How many games it holds. */
  n_games: number;
  /** The first of them in short. */
  games: Game[];
  /** The first problems. */
  problems: Problem[];
  /** How many problems there are. */
  n_problems: number;
  /** Which game follows, from 1. */
  number: number;
  /** That game in short. */
  game: Game;
  /** That game with all its variations. */
  tree: Tree;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface ReviewAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The name of the record. */
  file: string;
  /** The game. */
  game: Game;
  /** What the models were asked with. */
  settings: Record<string, Setting>;
  /** Who judged the positions: `aji`, our own search, or the name of an engine. */
  engine?: string;
  /** Before the first move. */
  start: ReviewStart;
  /** The moves. */
  plies: ReviewPly[];
  /** Where the game was decided, if somebody judged it. */
  moments: Moment[];
  /** What the moves of each side cost on average, by stage. */
  mean_losses: MeanLoss[];
  /** The groups that were ever in danger. */
  weak_groups: WeakGroup[];
  /** The words of a report about the whole. */
  digest: Digest;
  /** The whole. */
  story: Story;
  /** The end. */
  summary: Summary;
  /** Which game of the file, where it holds several. */
  game_number?: number;
  /** The solution, where the record is a problem and no game. */
  solved?: Solved;
}

/** A review of a line. */
export interface ReviewAsk {
  /** The line. */
  line: LineAsk;
  /** Only these models; by default all that can look at it. */
  models?: string[];
  /** No model is asked: what the rules and short reading say of every move, which takes little time. */
  plain?: boolean;
  /** For whom the words are: `beginner`, `player` or `expert`. */
  level?: string;
  /** Whether every position is judged, which takes a minute for a long game. */
  judge?: boolean;
  /** Who judges, by a name of `/api/about`; our own search if none is given. Engines answer at `/api/stream/review` only. */
  judge_by?: string;
  /** Parameters by name, as `aji models NAME` lists them. */
  settings?: Record<string, Setting>;
  /** The seed of all chance. */
  seed?: number;
}

/** Everything that the page of a review shows: the review itself, and what only a page needs. */
export interface ReviewPage {
  /** Who played, on the first line, and what else is known on the others. */
  heading: string[];
  /** Size, rules, komi, result. */
  conditions: string;
  /** The review, as `--json` gives it, with the leads alone of the models' numbers and without an engine's ownership, which is an overlay. */
  review: ReviewAnswer;
  /** The board before the first move. */
  board: string[];
  /** The boards after those moves that changed more than their own stone and the captured ones, by the number of the move. */
  boards: Record<string, string[]>;
  /** Comments of the record, by the number of the move; 0 is the start. */
  comments: Record<string, string>;
  /** The models' leads, each with the size at which it is drawn in full. */
  leads: Curve[];
  /** The maps of the models and of the engine. */
  overlays: Overlay[];
}

/** A review on its way. */
export interface ReviewPiece {
  /** How many positions are to be judged. */
  of: number;
  /** How many have been. */
  judged: number;
  /** The number of moves before the position that was judged last. */
  at?: number;
  /** Black's lead in it. */
  black_leads?: number;
  /** The whole review, in the end. */
  review?: ReviewAnswer;
  /** Why there is none. */
  error?: string;
}

/** A move with what it did. */
export interface ReviewPly {
  /** Its number, from 1. */
  ply: number;
  /** Who moved. */
  color: Color;
  /** The point, or `pass`. */
  move: string;
  /** The stones that came off. */
  captured: string[];
  /** Whether they were the player's own. */
  suicide?: boolean;
  /** Whether stones were changed by hand before the move. */
  edited?: boolean;
  /** Why the move is illegal. */
  illegal?: string;
  /** Liberties of all chains of a colour together, after it. */
  liberties: Sides;
  /** Its facts, the most important first. */
  facts: Fact[];
  /** Its words; quiet moves have none. */
  words: ReviewSentence[];
  /** The numbers of the models after it. */
  values: Record<string, number | null>;
  /** What was expected before it, if a model says how likely moves are. */
  guess?: Guess;
  /** What the engine says after it. */
  engine?: EnginePoint;
  /** Black's lead in points after it; null where nobody judged it. */
  lead: number | null;
  /** What it cost its side in points; null where nobody judged it. */
  loss: number | null;
  /** `inaccuracy`, `mistake` or `blunder`; null if it is good enough. */
  grade: string | null;
  /** What would have been better. */
  better: string | null;
  /** Why. */
  why: Why | null;
  /** How the groups on the board stand after it; empty where nobody judged it. */
  groups: Standing[];
}

/** A sentence about a move. */
export interface ReviewSentence {
  /** The words. */
  text: string;
  /** The facts it was made from: indices into the facts of the move. */
  facts: number[];
  /** The points it speaks of. */
  marks: string[];
}

/** What is known before the first move. */
export interface ReviewStart {
  /** The numbers of the models. */
  values: Record<string, number | null>;
  /** What the engine says. */
  engine?: EnginePoint;
}

/** What a quantity is good for. */
export type Role = "lead" | "ownership" | "gain" | "next_move" | "none";

/** What a quantity depends on. */
export type Scope = "position" | "game";

/** A counted board. */
export interface Score {
  /** As GTP writes it: `B+3.5`, `W+12`, `0`. */
  result: string;
  /** Black's total minus White's. */
  lead: number;
  /** What Black has. */
  black: SideScore;
  /** What White has. */
  white: SideScore;
  /** The stones that were taken off as dead before counting; absent where none were looked for. */
  dead?: string[];
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface ScoreAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** As GTP writes it: `B+3.5`, `W+12`, `0`. */
  result: string;
  /** Black's total minus White's. */
  lead: number;
  /** What Black has. */
  black: SideScore;
  /** What White has. */
  white: SideScore;
  /** The stones that were taken off as dead before counting; absent where none were looked for. */
  dead?: string[];
}

/** A finished game to be counted. */
export interface ScoreAsk {
  /** The line; its end is counted. */
  line: LineAsk;
  /** The dead stones, where somebody knows better; whole chains come off. */
  dead?: string[];
}

/** A sentence and the points it speaks of. */
export interface Sentence {
  /** The words. */
  text: string;
  /** The points. */
  marks: Mark[];
}

/** The value of a parameter. */
export type Setting = boolean | number | string;

/** Stones put up or taken off by hand. */
export interface Setup {
  /** Black stones added. */
  black?: string[];
  /** White stones added. */
  white?: string[];
  /** Points made empty. */
  clear?: string[];
  /** Who moves next: `B` or `W`. */
  next?: string;
}

/** How much a problem of a record costs. */
export type Severity = "repaired" | "ignored" | "unreadable" | "illegal";

/** What the values of a quantity look like. */
export type Shape = "number" | "field" | "labels" | "graph";

/** One side of a game. */
export interface Side {
  /** Name. */
  name?: string;
  /** Rank. */
  rank?: string;
  /** Team. */
  team?: string;
}

/** What one side has, part by part. */
export interface SideScore {
  /** Living stones on the board; counted by area scoring. */
  stones: number;
  /** Surrounded points, those under the opponent's dead stones included. */
  territory: number;
  /** Stones taken during the game and dead stones of the opponent; counted by territory scoring. */
  prisoners: number;
  /** Komi and handicap bonus. */
  compensation: number;
  /** What counts under the rules in force. */
  total: number;
  /** The points that belong to it: its living stones and its territory; absent where nobody asked. */
  area?: string[];
}

/** A number for each side. */
export interface Sides {
  /** Black's. */
  black: number;
  /** White's. */
  white: number;
}

/** Whom a positive value favours. */
export type Sign = "black" | "mover" | "none" | "paper";

/** A run of a model by itself. */
export interface SimulateAsk {
  /** The model. */
  model: string;
  /** Points along a side. */
  size: number;
  /** Parameters by name, as `aji models NAME` lists them. */
  settings?: Record<string, Setting>;
  /** The seed of all chance. */
  seed?: number;
  /** How many steps at most. */
  steps?: number;
}

/** What becomes of a group. */
export interface SolveAsk {
  /** The line; its end is read. */
  line: LineAsk;
  /** A stone of the group; all groups if none is named. */
  at?: string;
}

/** What becomes of the groups of a position, as `aji solve` gives it. */
export interface Solved {
  /** The name of the record; absent where there is none. */
  file?: string;
  /** Points along a side. */
  size: number;
  /** Number of moves so far. */
  ply: number;
  /** Who moves next. */
  next: Color;
  /** Rows from the top: X black, O white, . empty. */
  board: string[];
  /** Stones taken by each side. */
  captures: Captures;
  /** The point that the ko rule forbids to the side to move. */
  ko?: string;
  /** The groups that were asked about, in the order of their first stones from the top left. */
  groups: SolvedGroup[];
  /** The position as a problem, where one group was asked about. */
  problem?: SolvedProblem;
}

/** An answer that stands alone: what it is written in, and the answer itself beside it. */
export interface SolvedAnswer {
  /** The version of the shapes. */
  schema: number;
  /** The version of the program. */
  aji: string;
  /** The name of the record; absent where there is none. */
  file?: string;
  /** Points along a side. */
  size: number;
  /** Number of moves so far. */
  ply: number;
  /** Who moves next. */
  next: Color;
  /** Rows from the top: X black, O white, . empty. */
  board: string[];
  /** Stones taken by each side. */
  captures: Captures;
  /** The point that the ko rule forbids to the side to move. */
  ko?: string;
  /** The groups that were asked about, in the order of their first stones from the top left. */
  groups: SolvedGroup[];
  /** The position as a problem, where one group was asked about. */
  problem?: SolvedProblem;
}

/** What becomes of a group. */
export interface SolvedGroup {
  /** Whose. */
  color: Color;
  /** Its stones. */
  stones: string[];
  /** What is proved: `alive`, `dead`, `critical` (who plays first decides), `ko`, `seki`, or `unknown`. */
  status: string;
  /** What it looks like where that is unknown. */
  guess?: string;
  /** Whether the rules alone decide: it stays so whatever anybody plays. */
  certain: boolean;
  /** All of it in a sentence. */
  words: string;
  /** What its opponent gets by playing first; absent where nothing was read. */
  kill?: SolvedLine;
  /** What its owner gets by playing first; absent where nothing was read. */
  save?: SolvedLine;
}

/** What a side gets by playing first, and how. */
export interface SolvedLine {
  /** Who plays first. */
  first: Color;
  /** Whether it gets what it wants: `yes`; `good-ko`, where the opponent has to find the first threat; `bad-ko`, where it has to itself; `no`. */
  success: string;
  /** Whether this was read to the end. */
  proved: boolean;
  /** The line of play, such as `B A2`. */
  line: string[];
  /** How many positions were looked at. */
  positions: number;
  /** The line and what it comes to in words. */
  words: string;
}

/** A first move of a problem. */
export interface SolvedMove {
  /** The move. */
  move: string;
  /** Who plays first. */
  first: Color;
  /** Whether it gets what it wants: `yes`; `good-ko`, where the opponent has to find the first threat; `bad-ko`, where it has to itself; `no`. */
  success: string;
  /** Whether this was read to the end. */
  proved: boolean;
  /** The line of play, such as `B A2`. */
  line: string[];
  /** How many positions were looked at. */
  positions: number;
  /** The line and what it comes to in words. */
  words: string;
}

/** What the page of solved groups shows. */
export interface SolvedPage {
  /** The lines at its top. */
  heading: string[];
  /** The groups. */
  solved: Solved;
}

/** A position as a problem for the side to move. */
export interface SolvedProblem {
  /** Who plays first. */
  first: Color;
  /** What that side wants: `kill` or `live`. */
  wish: string;
  /** Task and solution in words, line by line. */
  words: string[];
  /** The first moves that work. */
  right: SolvedMove[];
  /** First moves that do not, with what refutes them. */
  wrong: SolvedMove[];
}

/** What differs between two futures. */
export interface Stake {
  /** The points that the mover has after the better move and not after this one. */
  points: string[];
  /** The groups that fare differently, the largest first. */
  groups: string[][];
  /** `own-group`, `other-group`, `territory` or `unknown`. */
  what: string;
}

/** How a group stands. */
export interface Standing {
  /** Its stones. */
  stones: string[];
  /** Whose it is. */
  color: Color;
  /** `alive`, `dead`, `unsettled` or `seki`. */
  status: string;
  /** How that is known: by `proof`, `futures` or `engine`. */
  by: string;
  /** Where it is killed or saved, if it hangs on who plays there first. */
  vital: string[];
}

/** One step of a line. */
export type StepAsk = string | Setup;

/** The story of a game. */
export interface Story {
  /** Its stages. */
  phases: Phase[];
  /** Its fights. */
  fights: Fight[];
  /** Groups whose fate was decided. */
  groups: Group[];
  /** Groups on the last board that are not simply alive, the largest first. */
  last_groups: LastGroup[];
  /** Since which move each model has seen the winner ahead; null where it never did. */
  winner_seen_since: Record<string, number | null>;
  /** Who won and by what, in words. */
  headline: string;
  /** The words. */
  paragraphs: Paragraph[];
}

/** A way to play. */
export interface Style {
  /** What comes after the colon in the name of the player; empty for the name of the family alone. */
  name: string;
  /** How it plays. */
  about: string;
}

/** The end of a game. */
export interface Summary {
  /** How many moves. */
  moves: number;
  /** How many of them are passes. */
  passes: number;
  /** Stones taken by each side. */
  captures: Sides;
  /** Moves that the rules do not allow. */
  illegal: Illegal[];
  /** The score of the last board without its dead stones; absent where a side resigned and where the board is not finished. */
  score?: Score;
  /** Who says which stones are dead: `marks`, the territory marked in the record, or `games` played on from the last board. */
  counted_by?: string;
  /** Whether the score is what the record says; absent where one of them is. */
  agrees?: boolean;
  /** The units of the models' numbers. */
  units: Record<string, string>;
  /** Numbers of which some are beyond the range of f64, and null above. */
  out_of_range: string[];
}

/** A step of a model that runs by itself. */
export interface Tick {
  /** Its number; 0 is the start. */
  step: number;
  /** Whether it is the end; then nothing else is told. */
  done?: boolean;
  /** The moves: `B Q16`, `W pass`. */
  moves?: string[];
  /** The stones that came off. */
  removed?: string[];
  /** The board after it. */
  board?: string[];
  /** Numbers. */
  values?: Record<string, number | null>;
  /** Fields. */
  maps?: Record<string, Field>;
  /** Labels. */
  labels?: Record<string, Labels>;
  /** Graphs. */
  graphs?: Record<string, Graph>;
  /** Names of numbers beyond the range of f64, which are null above. */
  out_of_range?: string[];
}

/** A game with all its variations. */
export interface Tree {
  /** Points along a side. */
  size: number;
  /** What is known about the game. */
  info: Info;
  /** The nodes, parents before their children, variations in their order. The first is the root. */
  nodes: TreeNode[];
}

/** A node of the tree. */
export interface TreeNode {
  /** The index of its parent in the list; none for the root. */
  parent?: number;
  /** Who moves and where: `B Q16`, `W pass`. */
  move?: string;
  /** Stones put up or taken off by hand, before the move. */
  setup?: Setup;
  /** The comment. */
  comment?: string;
  /** Everything else in the node: a name and its values. */
  properties?: string[][];
}

/** A group that was in danger at some time. */
export interface WeakGroup {
  /** Whose. */
  color: Color;
  /** Its stones when they were last on the board together. */
  stones: string[];
  /** The move with which its first stone came; 0 if that stood from the start. */
  born: number;
  /** The move after which it was first in danger. */
  danger: number;
  /** The move after which nothing changed any more; null if that was never settled. */
  settled: number | null;
  /** Whether it lives; null if that was never settled. */
  alive: boolean | null;
}

/** Why a move is worse than another. */
export interface Why {
  /** `capture`, `life`, `cut`, `direction`, `shape`, `endgame`, `ko`, `shortage`, `unneeded` or `unknown`. */
  kind: string;
  /** What is at stake between the two. */
  stake: Stake;
  /** The move and what is expected to follow. */
  line: ([Color, string])[];
  /** What should have been played and what is expected to follow that. */
  better_line: ([Color, string])[];
  /** All of it in words. */
  text: string;
}
