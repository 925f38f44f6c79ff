### The words of a review in English.
###
### A message may have variants: its value and its attributes (.b, .c), used in turn. A message whose name ends in
### -beginner or -expert replaces the plain one at that level; an empty one ({ "" }) says nothing.
### Every message knows $mover (black or white: who moved) and $point (where). A set of stones called $stones is their
### number, $stones_at one of their points.

## Who

who = { $mover ->
    [black] Black
   *[white] White
}
foe = { $mover ->
    [black] White
   *[white] Black
}
foe-adj = { $mover ->
    [black] white
   *[white] black
}
side = { $color ->
    [black] Black
   *[white] White
}
side-adj = { $color ->
    [black] black
   *[white] white
}

## How many

n-stones = { $stones ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
   *[other] { $stones }
}
near = { $stones ->
    [1] at { $stones_at }
    [2] at { $stones_at }
    [3] at { $stones_at }
   *[other] around { $stones_at }
}
theirs = { $stones ->
    [1] the { foe-adj } stone at { $stones_at }
   *[other] the { n-stones } { foe-adj } stones { near }
}
own = { $stones ->
    [1] the stone at { $stones_at }
   *[other] the { n-stones } stones { near }
}

## Where

in-area = { $area ->
    [upper-left] in the upper left
    [top] at the top
    [upper-right] in the upper right
    [left] on the left
    [centre] in the centre
    [right] on the right
    [lower-left] in the lower left
    [bottom] at the bottom
    [lower-right] in the lower right
   *[board] on the board
}
the-area = { $area ->
    [upper-left] the upper left
    [top] the top
    [upper-right] the upper right
    [left] the left side
    [centre] the centre
    [right] the right side
    [lower-left] the lower left
    [bottom] the bottom
    [lower-right] the lower right
   *[board] the board
}

## How clauses become a sentence

sentence-1 = { who } { $a }.
sentence-2 = { who } { $a } and { $b }.
sentence-2-long = { who } { $a }, and { $b }.
sentence-also = The move also { $a }.
    .b = It also { $a }.

## Clauses: they follow the name of the side

capture = takes { $stones ->
    [1] the stone at { $stones_at }
   *[other] { n-stones } stones { near }
}
    .b = captures { $stones ->
    [1] the stone at { $stones_at }
   *[other] { n-stones } stones { near }
}
    .c = takes { $stones ->
    [1] the stone at { $stones_at } off the board
   *[other] { n-stones } stones { near } off the board
}
ko-taken = { $back ->
    [1] takes the ko back
   *[other] starts a ko at { $at }
}
    .b = { $back ->
    [1] retakes the ko at { $at }
   *[other] takes a ko at { $at }
}
ko-taken-beginner = { $back ->
    [1] takes the ko back
   *[other] takes the stone at { $at } in a ko, so that { foe } may not take back at once
}
ko-filled = connects at { $at }, which ends the ko
    .b = fills the ko at { $at }
ko-threat = makes a ko threat against { theirs }
    .b = threatens { theirs } for the sake of the ko
atari = puts { theirs } in atari
    .b = gives atari to { theirs }
atari-beginner = puts { theirs } in atari, with { $liberty } as the last liberty
double-atari = gives a double atari, to the { foe-adj } stones at { $first_at } and at { $second_at }
double-atari-beginner = puts two chains in atari at once, at { $first_at } and at { $second_at }, of which { foe } can save one
caught = leaves { theirs } no way out
    .b = catches { theirs }
    .c = closes the net on { theirs }
threat = { $short ->
    [1] threatens to capture { theirs }
   *[other] threatens { theirs } with a ladder
}
    .b = { $short ->
    [1] threatens to take { theirs }
   *[other] aims a ladder at { theirs }
}
saved = { $atari ->
    [1] pulls { own } out of atari
   *[other] keeps { own } from being caught
}
    .b = { $atari ->
    [1] saves { own } from atari
   *[other] makes { own } safe from capture
}
    .c = { $atari ->
    [1] rescues { own }
   *[other] parries the threat to { own }
}
doomed = runs with { own }
self-atari = leaves { own } with a single liberty at { $liberty }
    .b = puts { own } into atari
snapback = sets a snapback: if { foe } takes at { $bait }, { n-stones } stones are taken back
connect = { $chains ->
    [2] joins the stones at { $first_at } and { $second_at }
    [3] joins three chains around { $point }
   *[other] joins four chains around { $point }
}
    .b = { $chains ->
    [2] links { $second_at } to { $first_at }
    [3] ties three chains together
   *[other] ties four chains together
}
    .c = { $chains ->
    [2] connects { $first_at } with { $second_at }
    [3] connects three chains at once
   *[other] connects four chains at once
}
cut = cuts { foe }'s stones at { $first_at } and { $second_at } apart
    .b = separates { $second_at } from { $first_at }
    .c = keeps { foe } from joining { $first_at } and { $second_at }
extend = { $manner ->
    [descend] descends to the first line
    [edge] goes along the first line
    [crawl] crawls along the second line
   *[plain] extends from { $stones_at }
}
    .b = { $manner ->
    [descend] goes down to the edge
    [edge] moves on along the edge
    [crawl] crawls on, on the second line
   *[plain] stretches from { $stones_at }
}
squeeze = leaves { theirs } with { $after ->
    [2] two liberties
   *[other] three liberties
}
    .b = reduces { theirs } to { $after ->
    [2] two liberties
   *[other] three liberties
}
eyes-made = makes { $eyes ->
    [1] an eye at { $eyes_at }
   *[other] eyes at { $eyes_at } and beside
}
    .b = gets { $eyes ->
    [1] an eye at { $eyes_at }
   *[other] eyes at { $eyes_at } and beside
}
eyes-taken = takes { foe }'s { $eyes ->
    [1] eye at { $eyes_at } away
   *[other] eyes at { $eyes_at } and beside away
}
    .b = destroys the { foe-adj } { $eyes ->
    [1] eye at { $eyes_at }
   *[other] eyes at { $eyes_at } and beside
}
corner = takes { the-area } with the { $low }-{ $high } point
    .b = occupies { the-area } on the { $low }-{ $high } point
corner-beginner = takes the empty corner { in-area }
enclosure = encloses the corner { in-area }, together with { $partner }
    .b = makes an enclosure { in-area } with { $partner }
approach = approaches the { foe-adj } stone at { $target }
    .b = comes in against { $target }
    .c = challenges { $target }
invasion = invades at the 3-3 point under { $target }
    .b = goes under { $target } to the 3-3 point
side-point = { $has_from ->
    [1] extends along the side from { $from }
   *[other] takes a point { in-area }, on the { $line ->
        [3] third line
        [4] fourth line
       *[5] fifth line
    }
}
    .b = { $has_from ->
    [1] spreads out from { $from } { in-area }
   *[other] settles { in-area }, on the { $line ->
        [3] third line
        [4] fourth line
       *[5] fifth line
    }
}
pincer = pincers the stone at { $target }, with help from { $partner }
    .b = attacks { $target } from the other side of { $partner }
contact = attaches to { $target }
    .b = plays into contact with { $target }
contact-beginner = plays right beside the { foe-adj } stone at { $target }
hane = bends around { $target }
    .b = plays hane at { $target }
block = blocks { $target }
    .b = stops { $target }
    .c = answers { $target } directly
enters = { $deep ->
    [1] invades { foe }'s territory { in-area }
   *[other] enters { foe }'s sphere { in-area }
}
    .b = { $deep ->
    [1] goes deep into { foe }'s area { in-area }
   *[other] reduces { foe }'s influence { in-area }
}
cap = caps the stone at { $target }
    .b = closes { $target } off from the centre
step = { $step ->
    [diagonal] moves diagonally from { $from }
    [jump] jumps one space from { $from }
    [long-jump] jumps two spaces from { $from }
    [knight] makes a knight's move from { $from }
   *[long-knight] makes a large knight's move from { $from }
}
elsewhere = turns to { the-area }
    .b = switches to { the-area }
    .c = moves over to { the-area }
a-name = { $vowel ->
    [1] an { $name }
   *[other] a { $name }
}
shape = { $made ->
    [1] makes { a-name }
   *[other] breaks { side }'s { $name }
}
    .b = { $made ->
    [1] forms { a-name }
   *[other] spoils { side }'s { $name }
}

## Sentences that follow

atari-captured = { $stones ->
    [1] The stone at { $stones_at } cannot get away.
   *[other] The { n-stones } stones cannot get away.
}
    .b = { $stones ->
    [1] Running does not save { $stones_at }.
   *[other] Running does not save them.
}
    .c = { $stones ->
    [1] There is no way out for { $stones_at }.
   *[other] There is no way out for them.
}
atari-captured-expert = { $long ->
    [1] The ladder works, { $moves } moves deep: { $line }.
   *[other] Running does not help: { $line }.
}
atari-ladder = The ladder works.
    .b = The ladder is good, so running would not help.
atari-ladder-beginner = { foe } had better not run: the ladder goes on until { $stones ->
    [1] the stone is
   *[other] the stones are
} taken.
atari-broken = The ladder does not work, though.
    .b = No ladder follows: running gets { $stones ->
    [1] the stone
   *[other] the stones
} free.
doomed-then = Running does not help: { $stones ->
    [1] the stone is
   *[other] the stones are
} still caught.
    .b = It is too late, { $stones ->
    [1] the stone
   *[other] the stones
} cannot get away.
doomed-then-expert = They are caught all the same: { $line }.
left = { $stones ->
    [1] The stone at { $stones_at } stays in atari; { foe } can take it at { $liberty }.
   *[other] The { n-stones } stones { near } stay in atari; { foe } can take them at { $liberty }.
}
    .b = { foe } can now take { own }.
alive = { who }'s { n-stones } stones { near } now live whatever { foe } does.
    .b = Now nothing can take { who }'s { n-stones } stones { near } any more.
dead = { $stones ->
    [1] The { foe-adj } stone at { $stones_at } is dead.
   *[other] The { n-stones } { foe-adj } stones { near } are dead.
}
    .b = There is no life left for { theirs }.
ladder-turned = { $works ->
    [1] With this stone the ladder on { side-stones } works.
   *[other] It breaks the ladder on { side-stones }.
}
    .b = { $works ->
    [1] Now the ladder on { side-stones } works.
   *[other] The ladder on { side-stones } no longer works.
}
side-stones = { $stones ->
    [1] the { side-adj } stone at { $stones_at }
   *[other] the { n-stones } { side-adj } stones { near }
}
territory-both = { "" }
territory-both-expert = { side-gains } gains { $gain } points of territory { in-area }, and { side-loses } loses { $loss }.
    .b = { in-area-first }, { side-gains } is up { $gain } points of territory and { side-loses } down { $loss }.
territory-gain = { "" }
territory-gain-expert = That secures { $gain } more points for { side-gains } { in-area }.
    .b = { side-gains }'s territory { in-area } grows by { $gain } points.
    .c = It is worth { $gain } points of territory to { side-gains } { in-area }.
territory-loss = { "" }
territory-loss-expert = { side-loses }'s territory { in-area } shrinks by { $loss } points.
    .b = It costs { side-loses } { $loss } points of territory { in-area }.
    .c = { $loss } points { in-area } are no longer { side-loses }'s.
influence-both = { "" }
influence-both-expert = { in-area-first } { $gain } points more lean to { side-gains }, and { $loss } fewer to { side-loses }.
    .b = { the-area-first } leans towards { side-gains } now.
    .c = { side-gains }'s influence { in-area } grows at { side-loses }'s expense.
influence-gain = { "" }
influence-gain-expert = { side-gains }'s influence { in-area } grows by { $gain } points.
    .b = { $gain } more points { in-area } lean to { side-gains }.
influence-loss = { "" }
influence-loss-expert = { side-loses }'s influence { in-area } shrinks by { $loss } points.
    .b = { side-loses }'s hold { in-area } loosens by { $loss } points.
the-area-first = { $area ->
    [upper-left] The upper left
    [top] The top
    [upper-right] The upper right
    [left] The left side
    [centre] The centre
    [right] The right side
    [lower-left] The lower left
    [bottom] The bottom
    [lower-right] The lower right
   *[board] The board
}
side-gains = { $gains ->
    [black] Black
   *[white] White
}
side-loses = { $gains ->
    [black] White
   *[white] Black
}
in-area-first = { $area ->
    [upper-left] In the upper left
    [top] At the top
    [upper-right] In the upper right
    [left] On the left
    [centre] In the centre
    [right] On the right
    [lower-left] In the lower left
    [bottom] At the bottom
    [lower-right] In the lower right
   *[board] On the board
}
gain = { "" }
gain-expert = { $rank ->
    [1] No move of the game changes { $quantity } more ({ $value }).
    [2] Only one move of the game changes { $quantity } more ({ $value }).
   *[other] It is among the three moves that change { $quantity } most ({ $value }).
}
unusual = Of 100 experts { $often } would play { $expected } here, and { $seldom ->
    [0] hardly one
    [1] one
   *[other] { $seldom }
} where { who } does.
    .b = Experts look at { $expected } here, { $often } of 100 times; this move is number { $rank } on their list.
unusual-beginner = Strong players would more likely play { $expected } here.
unusual-elsewhere = As experts play on the large board, { $expected } would come first here.
    .b = By the habits of the large board one looks at { $expected } here; this move is number { $rank } on that list.
unusual-elsewhere-beginner = Players of the large board would more likely play { $expected } here.
judged = { $has_points ->
    [1] The engine counts a loss of { $points } points for { who }
   *[other] The engine counts a loss of { $win } % for { who }
}{ $has_best ->
    [1] ; it prefers { $best }
   *[other] { "" }
}.
    .b = { $has_points ->
    [1] It costs { $points } points in the engine's eyes
   *[other] It costs { $win } % in the engine's eyes
}{ $has_best ->
    [1] , which looks at { $best }
   *[other] { "" }
}.
expected-both = The engine now expects { $gain } points more for { side-gains } { in-area }, and { $loss } fewer for { side-loses }.
expected-gain = The engine now expects { $gain } points more for { side-gains } { in-area }.
expected-loss = The engine now expects { $loss } points fewer for { side-loses } { in-area }.
pass = { $ends ->
    [1] { who } passes too, and the game is over.
   *[other] { who } passes.
}
illegal = The rules do not allow this: { $reason }.
edited = Stones were changed by hand before this move.
suicide = { who } takes { $stones ->
    [1] its own stone
   *[other] { n-stones } of its own stones
} off the board.

## Why a move is worse than another

why-loss = Move { $number }, { who } { $point }, loses about { $loss ->
    [1] a point
   *[other] { $loss } points
}
why-own-group = { why-loss }: { own } { $sure ->
    [1] { $stones ->
        [1] dies
       *[other] die
    }
   *[other] { $stones ->
        [1] is in danger
       *[other] are in danger
    }
}.
why-other-group = { why-loss }: { theirs } { $stones ->
    [1] gets away
   *[other] get away
}.
why-territory = { why-loss }, above all { in-area }.
why-plain = { why-loss }.
why-how = { who } plays { $point } and { $a }.
why-instead = { $point } { $a }.
why-better = { $point } is better.
why-direction = { $point } { in-area } is bigger.
why-shape = Experts play { $point } here.
why-endgame = { $point } is the bigger move.
why-unneeded = The place was safe already; { $point } is worth more.

## The story

story-opening = The opening, moves { $from } to { $to }
story-middle = The middle game, moves { $from } to { $to }
story-endgame = The endgame, moves { $from } to { $to }
story-end = The last board
story-and = { $first } and { $last }
story-handicap = Black begins with { $stones } stones on the board.
story-setup = The record begins with { $black } black and { $white } white stones on the board.
story-corners = Black takes { $black }, White { $white }.
story-corners-one = { side } takes { $areas }.
story-invasion = { side } invades { in-area } with move { $ply }.
story-contact = The first close fighting begins with move { $ply }, { in-area }.
story-lead = When it ends, { side } is ahead by about { $points ->
    [1] a point
   *[other] { $points } points
}.
story-lead-none = When it ends, neither side is ahead.
story-lead-roughly = When it ends, { side } is ahead, by something like { $points } points.
story-lead-open = When it ends, the two sides are too close for aji's own search to say who is ahead.
story-lead-few = aji's own search looked too little ahead at each position to say who is ahead when it ends.
story-fight = { $biggest ->
    [1] The biggest fight of the game, moves { $from } to { $to }, is { in-area }
   *[other] Moves { $from } to { $to } bring a fight { in-area }
}; { $taken ->
    [none] no stone is taken in it.
    [black] Black takes { $black ->
        [1] a stone
       *[other] { $black } stones
    } in it.
    [white] White takes { $white ->
        [1] a stone
       *[other] { $white } stones
    } in it.
   *[both] Black takes { $black } and White { $white ->
        [1] 1 stone
       *[other] { $white } stones
    } in it.
}
story-group = { $fate ->
    [captured] { side } loses { $stones } stones around { $stones_at } with move { $ply }.
    [dead] { side }'s { $stones } stones around { $stones_at } are dead from move { $ply } on.
   *[alive] With move { $ply } { side }'s { $stones } stones around { $stones_at } are alive for good.
}
story-ko = A ko is taken { $times } times.
story-endgame-gain = In it { side } gains about { $points } points on the opponent.
story-endgame-even = It changes little between the two sides.
story-seers = { $right ->
    [0] No model sees { side } ahead on the last board.
    [1] Only one of { $of } models has { side } ahead on the last board.
   *[other] { $right } of { $of } models have { side } ahead on the last board.
}
story-first-seer = { $same ->
    [1] { $first } has { side } ahead for good from move { $early } on.
    [2] They have { side } ahead for good only from move { $early } on.
   *[other] { $first } has { side } ahead for good from move { $early } on, { $last } only from move { $late }.
}
story-blind = { $n ->
    [1] { $names } does not see it to the end.
   *[other] { $names } do not see it to the end.
}
story-last = { side }'s { $stones } stones around { $stones_at } { $outlook ->
    [dead] are dead
    [alive] live
    [seki] live in seki
    [ko] hang on a ko
    [killable] can still be killed at { $kill }
   *[open] may live or die
} at the end{ $proved ->
    [1] , as reading finds.
   *[other] : they stay in { $stays } of 100 games played on from there.
}
n-points = { $points ->
    [1] 1 point
   *[other] { $points } points
}
ending = { $how ->
    [points] { side } wins by { n-points }.
    [resignation] { side } wins by resignation.
    [time] { side } wins on time.
    [forfeit] { side } wins by forfeit.
   *[unknown] { side } wins.
}
ending-draw = Nobody wins: the game is a draw.
ending-void = The game has no winner.
ending-none = { $counted ->
    [1] The record gives no result.
   *[other] The record gives no result, and its last board is not finished.
}
ending-marked = { $even ->
    [1] The territory marked in the record is the same for both sides
   *[other] The territory marked in the record gives { side } { n-points } more
}{ $differs ->
    [1] , which is not what the record says.
   *[other] .
}
ending-counted = { $even ->
    [1] Counted, the last board is the same for both sides
   *[other] Counted, the last board gives { side } { n-points } more
}{ $differs ->
    [1] , which is not what the record says: the players went on, or agreed on something else.
   *[other] .
}
story-no-moves = The record has no moves.
story-empty-board = The last board is empty.

## The report

report-decided = It was decided with move { $ply }, { side } { $point }.
report-costliest = The costliest mistake is move { $ply }, { side } { $point }.
report-untold = { $sides ->
    [black] Black plays
    [white] White plays
   *[both] Both sides play
} too well for aji's own search to tell mistakes from its own errors; a strong engine can (--engine).
report-lead = The lead in points, as { $judge } judges
report-peak = { side } at most { $points }, after move { $ply }
report-judged = { $judged } of { $of } positions were judged.
report-mean-loss = Points lost a move
report-opening = opening
report-middle = middle game
report-endgame = endgame
report-lessons = What to learn
mistake-kind = { $kind ->
    [capture] captures overlooked
    [life] life and death
    [cut] cuts and connections
    [direction] bigger places elsewhere
    [shape] shape
    [endgame] the bigger endgame move
    [ko] ko
    [shortage] one's own liberties
    [unneeded] moves where all was safe
   *[unknown] other things
}
report-lesson = { side }: { mistake-kind } ({ $moves ->
    [1] 1 move
   *[other] { $moves } moves
}, about { n-points })
report-moments = Where it went wrong
report-moment = Move { $ply }, { side } { $point }: { $grade ->
    [inaccuracy] an inaccuracy
    [mistake] a mistake
   *[blunder] a blunder
}, about { n-points }
report-better = Better: { $line }
report-until = The same goes wrong until move { $ply }.
report-groups = Groups in danger
report-group = { side }'s { $stones } stones around { $stones_at }: in danger from move { $danger } on, { $fate ->
    [alive] alive from move { $ply } on.
    [dead] dead from move { $ply } on.
   *[open] never settled.
}
task = { who } to play{ $what ->
    [own-group] { " " }and save { own }.
    [other-group] { " " }and catch { theirs }.
   *[unknown] : what is better than { $point }?
}
report-story = The story of the game
report-moves-told = Move by move
report-quiet = A quiet move.
report-quiet-too = quiet moves too
report-models = What the models see
report-follows = What follows
report-instead = What was better
report-back = Back to the game
report-as-problems = as problems
report-answer = Show the answer
report-start = The start
report-next-moment = Next moment
report-black = Black
report-white = White
report-by-judge = The lead in points, as judged by
report-on-board = On the board
report-stones = stones and marks
report-numbers = The game in numbers
report-hint = --moves all tells every move; --html FILE shows them beside the board.
report-moves = moves
report-captures = captures
report-liberties = liberties
report-score = score
report-illegal = illegal
report-moves-by = { $all } ({ $black } by Black, { $white } by White{ $passes ->
    [0] { "" }
    [1] , 1 pass
   *[other] , { $passes } passes
})
report-took = { $stones ->
    [0] { side } took nothing
    [1] { side } took 1 stone, with move { $ply }
   *[other] { $moves ->
        [1] { side } took { $stones } stones with move { $ply }
       *[other] { side } took { $stones } stones in { $moves } moves; the most at once, { $most }, with move { $ply } at { $point }
    }
}
report-liberties-of = { side }: { $liberties } of { $chains } chains at the end
report-counted = { $result }: Black { $black }, White { $white }{ $compensation ->
    [0] { "" }
   *[other] { " " }({ $board } and { $compensation } for komi and handicap)
}
report-counted-by = { $area ->
    [1] stones and surrounded points
   *[other] surrounded points and prisoners
}, { $by ->
    [marks] as the territory marked in the record says
   *[games] as games played on from there see it
}; { $dead ->
    [0] no stone is dead
    [1] one stone is dead
   *[other] { $dead } stones are dead
}
report-illegal-move = move { $ply }: { side } { $point }: { $reason }
report-more = and { $n } more
report-setup-after = Stones put up by hand after the last move are not shown.
