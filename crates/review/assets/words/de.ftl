### Die Worte einer Besprechung auf Deutsch. Wie Meldungen aufgebaut sind, steht in en.ftl.

## Wer

who = { $mover ->
    [black] Schwarz
   *[white] Weiß
}
foe = { $mover ->
    [black] Weiß
   *[white] Schwarz
}
foe-adj = { $mover ->
    [black] weißen
   *[white] schwarzen
}
side = { $color ->
    [black] Schwarz
   *[white] Weiß
}
side-adj = { $color ->
    [black] schwarzen
   *[white] weißen
}

## Wie viele

n-stones = { $stones ->
    [1] einen
    [2] zwei
    [3] drei
    [4] vier
    [5] fünf
    [6] sechs
    [7] sieben
    [8] acht
    [9] neun
    [10] zehn
   *[other] { $stones }
}
near = { $stones ->
    [1] auf { $stones_at }
    [2] auf { $stones_at }
    [3] auf { $stones_at }
   *[other] um { $stones_at }
}
theirs = { $stones ->
    [1] den { foe-adj } Stein auf { $stones_at }
   *[other] die { n-stones } { foe-adj } Steine { near }
}
own = { $stones ->
    [1] den Stein auf { $stones_at }
   *[other] die { n-stones } Steine { near }
}

## Wo

in-area = { $area ->
    [upper-left] oben links
    [top] oben
    [upper-right] oben rechts
    [left] links
    [centre] in der Mitte
    [right] rechts
    [lower-left] unten links
    [bottom] unten
    [lower-right] unten rechts
   *[board] auf dem Brett
}
the-area = { $area ->
    [upper-left] die Ecke oben links
    [top] die obere Seite
    [upper-right] die Ecke oben rechts
    [left] die linke Seite
    [centre] die Mitte
    [right] die rechte Seite
    [lower-left] die Ecke unten links
    [bottom] die untere Seite
    [lower-right] die Ecke unten rechts
   *[board] das Brett
}

## Wie aus Satzteilen ein Satz wird

sentence-1 = { who } { $a }.
sentence-2 = { who } { $a } und { $b }.
sentence-2-long = { who } { $a }, und { $b }.
sentence-also = Der Zug { $a }.
    .b = Er { $a }.

## Satzteile: sie folgen auf den Namen der Seite

capture = nimmt { $stones ->
    [1] den Stein auf { $stones_at }
   *[other] { n-stones } Steine { near }
}
    .b = schlägt { $stones ->
    [1] den Stein auf { $stones_at }
   *[other] { n-stones } Steine { near }
}
    .c = nimmt { $stones ->
    [1] den Stein auf { $stones_at } vom Brett
   *[other] { n-stones } Steine { near } vom Brett
}
ko-taken = { $back ->
    [1] schlägt im Ko zurück
   *[other] beginnt ein Ko auf { $at }
}
    .b = { $back ->
    [1] nimmt das Ko auf { $at } zurück
   *[other] nimmt ein Ko auf { $at }
}
ko-taken-beginner = { $back ->
    [1] nimmt das Ko zurück
   *[other] nimmt den Stein auf { $at } in einem Ko, sodass { foe } nicht sofort zurücknehmen darf
}
ko-filled = verbindet auf { $at } und beendet das Ko
    .b = füllt das Ko auf { $at }
ko-threat = droht im Ko gegen { theirs }
    .b = bedroht für das Ko { theirs }
atari = setzt { theirs } auf Atari
    .b = gibt Atari auf { theirs }
atari-beginner = setzt { theirs } auf Atari; die letzte Freiheit ist { $liberty }
double-atari = gibt Doppelatari auf die { foe-adj } Steine auf { $first_at } und auf { $second_at }
double-atari-beginner = setzt zwei Ketten zugleich auf Atari, auf { $first_at } und auf { $second_at }, von denen { foe } nur eine retten kann
caught = lässt { theirs } nicht mehr entkommen
    .b = fängt { theirs }
    .c = schließt das Netz um { theirs }
threat = { $short ->
    [1] droht, { theirs } zu schlagen
   *[other] bedroht { theirs } mit einer Treppe
}
    .b = { $short ->
    [1] droht, { theirs } zu nehmen
   *[other] zielt mit einer Treppe auf { theirs }
}
saved = { $atari ->
    [1] zieht { own } aus dem Atari
   *[other] bewahrt { own } vor dem Fang
}
    .b = { $atari ->
    [1] rettet { own } aus dem Atari
   *[other] sichert { own } vor dem Schlagen
}
    .c = { $atari ->
    [1] rettet { own }
   *[other] wehrt die Drohung gegen { own } ab
}
doomed = läuft mit { $stones ->
    [1] dem Stein auf { $stones_at }
   *[other] den { n-stones } Steinen { near }
} davon
self-atari = lässt { own } mit nur einer Freiheit auf { $liberty }
    .b = setzt { own } selbst auf Atari
snapback = stellt eine Mausefalle: nimmt { foe } auf { $bait }, so werden { n-stones } Steine zurückgenommen
connect = { $chains ->
    [2] verbindet die Steine auf { $first_at } und { $second_at }
    [3] verbindet drei Ketten um { $point }
   *[other] verbindet vier Ketten um { $point }
}
    .b = { $chains ->
    [2] schließt { $second_at } an { $first_at } an
    [3] knüpft drei Ketten zusammen
   *[other] knüpft vier Ketten zusammen
}
    .c = { $chains ->
    [2] verbindet { $first_at } mit { $second_at }
    [3] verbindet drei Ketten auf einmal
   *[other] verbindet vier Ketten auf einmal
}
cut = trennt die { foe-adj } Steine auf { $first_at } und { $second_at }
    .b = schneidet { $second_at } von { $first_at } ab
    .c = verhindert, dass { foe } { $first_at } und { $second_at } verbindet
extend = { $manner ->
    [descend] steigt zur ersten Linie hinab
    [edge] geht auf der ersten Linie weiter
    [crawl] kriecht auf der zweiten Linie
   *[plain] streckt von { $stones_at }
}
    .b = { $manner ->
    [descend] geht an den Rand hinunter
    [edge] zieht am Rand weiter
    [crawl] kriecht auf der zweiten Linie weiter
   *[plain] verlängert { $stones_at }
}
squeeze = lässt { theirs } mit { $after ->
    [2] zwei Freiheiten
   *[other] drei Freiheiten
} zurück
    .b = drückt { theirs } auf { $after ->
    [2] zwei Freiheiten
   *[other] drei Freiheiten
}
eyes-made = macht { $eyes ->
    [1] ein Auge auf { $eyes_at }
   *[other] Augen auf { $eyes_at } und daneben
}
    .b = bekommt { $eyes ->
    [1] ein Auge auf { $eyes_at }
   *[other] Augen auf { $eyes_at } und daneben
}
eyes-taken = nimmt { foe } { $eyes ->
    [1] das Auge auf { $eyes_at }
   *[other] die Augen auf { $eyes_at } und daneben
}
    .b = zerstört { $eyes ->
    [1] das Auge
   *[other] die Augen
} von { foe } auf { $eyes_at }
corner = besetzt { the-area } auf dem { $low }-{ $high }-Punkt
    .b = nimmt { the-area } mit dem { $low }-{ $high }-Punkt
corner-beginner = besetzt die leere Ecke { in-area }
enclosure = schließt die Ecke { in-area } ab, zusammen mit { $partner }
    .b = macht { in-area } mit { $partner } einen Eckabschluss
approach = nähert sich dem { foe-adj } Stein auf { $target }
    .b = kommt an { $target } heran
    .c = greift { $target } an
invasion = dringt auf dem 3-3-Punkt unter { $target } ein
    .b = geht unter { $target } auf den 3-3-Punkt
side-point = { $has_from ->
    [1] dehnt sich von { $from } an der Seite aus
   *[other] nimmt einen Punkt { in-area }, auf der { $line ->
        [3] dritten Linie
        [4] vierten Linie
       *[5] fünften Linie
    }
}
    .b = { $has_from ->
    [1] breitet sich von { $from } { in-area } aus
   *[other] lässt sich { in-area } nieder, auf der { $line ->
        [3] dritten Linie
        [4] vierten Linie
       *[5] fünften Linie
    }
}
pincer = klemmt den Stein auf { $target } ein, mit Hilfe von { $partner }
    .b = greift { $target } von der anderen Seite von { $partner } an
contact = legt an { $target } an
    .b = spielt in Kontakt mit { $target }
contact-beginner = spielt direkt neben den { foe-adj } Stein auf { $target }
hane = biegt um { $target }
    .b = spielt Hane bei { $target }
block = blockt { $target }
    .b = hält { $target } auf
    .c = antwortet { $target } direkt
enters = { $deep ->
    [1] dringt { in-area } in das Gebiet von { foe } ein
   *[other] betritt { in-area } den Einfluss von { foe }
}
    .b = { $deep ->
    [1] geht { in-area } tief in den Bereich von { foe }
   *[other] verringert { in-area } den Einfluss von { foe }
}
cap = deckelt den Stein auf { $target }
    .b = schließt { $target } von der Mitte ab
step = { $step ->
    [diagonal] zieht diagonal von { $from }
    [jump] springt einen Punkt weit von { $from }
    [long-jump] springt zwei Punkte weit von { $from }
    [knight] macht einen Rösselsprung von { $from }
   *[long-knight] macht einen großen Rösselsprung von { $from }
}
elsewhere = wechselt und spielt { in-area }
    .b = wendet sich ab und spielt { in-area }
    .c = spielt jetzt { in-area }
a-name = „{ $name }“
shape = { $made ->
    [1] macht die Form { a-name }
   *[other] bricht die Form { a-name } von { side }
}
    .b = { $made ->
    [1] bildet die Form { a-name }
   *[other] stört die Form { a-name } von { side }
}

## Sätze, die folgen

atari-captured = { $stones ->
    [1] Der Stein auf { $stones_at } kann nicht mehr entkommen.
   *[other] Die { n-stones } Steine können nicht mehr entkommen.
}
    .b = { $stones ->
    [1] Laufen rettet { $stones_at } nicht.
   *[other] Laufen rettet sie nicht.
}
    .c = { $stones ->
    [1] Für { $stones_at } gibt es keinen Ausweg.
   *[other] Für sie gibt es keinen Ausweg.
}
atari-captured-expert = { $long ->
    [1] Die Treppe läuft, { $moves } Züge tief: { $line }.
   *[other] Laufen hilft nicht: { $line }.
}
atari-ladder = Die Treppe läuft.
    .b = Die Treppe ist gut, Laufen hilft also nicht.
atari-ladder-beginner = { foe } sollte nicht weglaufen: die Treppe geht weiter, bis { $stones ->
    [1] der Stein geschlagen ist
   *[other] die Steine geschlagen sind
}.
atari-broken = Die Treppe läuft aber nicht.
    .b = Es folgt keine Treppe: wer läuft, kommt frei.
doomed-then = Laufen hilft nicht: { $stones ->
    [1] der Stein ist
   *[other] die Steine sind
} trotzdem gefangen.
    .b = Es ist zu spät, { $stones ->
    [1] der Stein kommt
   *[other] die Steine kommen
} nicht mehr davon.
doomed-then-expert = Sie sind trotzdem gefangen: { $line }.
left = { $stones ->
    [1] Der Stein auf { $stones_at } bleibt im Atari; { foe } kann ihn auf { $liberty } nehmen.
   *[other] Die { n-stones } Steine { near } bleiben im Atari; { foe } kann sie auf { $liberty } nehmen.
}
    .b = { foe } kann jetzt { own } nehmen.
alive = Die { n-stones } Steine { near } von { who } leben jetzt, was { foe } auch tut.
    .b = Nichts kann die { n-stones } Steine { near } von { who } mehr nehmen.
dead = { $stones ->
    [1] Der Stein von { foe } auf { $stones_at } ist tot.
   *[other] Die { n-stones } { foe-adj } Steine { near } sind tot.
}
    .b = Für { theirs } gibt es kein Leben mehr.
ladder-turned = { $works ->
    [1] Mit diesem Stein läuft die Treppe gegen { side-stones }.
   *[other] Er bricht die Treppe gegen { side-stones }.
}
    .b = { $works ->
    [1] Jetzt läuft die Treppe gegen { side-stones }.
   *[other] Die Treppe gegen { side-stones } läuft nicht mehr.
}
side-stones = { $stones ->
    [1] den { side-adj } Stein auf { $stones_at }
   *[other] die { n-stones } { side-adj } Steine { near }
}
territory-both = { "" }
territory-both-expert = { side-gains } gewinnt { in-area } { $gain } Punkte Gebiet, { side-loses } verliert { $loss }.
    .b = { in-area-first } hat { side-gains } { $gain } Punkte Gebiet mehr und { side-loses } { $loss } weniger.
territory-gain = { "" }
territory-gain-expert = Das sichert { side-gains } { in-area } { $gain } Punkte mehr.
    .b = Das Gebiet von { side-gains } { in-area } wächst um { $gain } Punkte.
    .c = Es bringt { side-gains } { in-area } { $gain } Punkte Gebiet.
territory-loss = { "" }
territory-loss-expert = Das Gebiet von { side-loses } { in-area } schrumpft um { $loss } Punkte.
    .b = Es kostet { side-loses } { in-area } { $loss } Punkte Gebiet.
    .c = { $loss } Punkte { in-area } gehören { side-loses } nicht mehr.
influence-both = { "" }
influence-both-expert = { in-area-first } neigen { $gain } Punkte mehr zu { side-gains } und { $loss } weniger zu { side-loses }.
    .b = { the-area-first } neigt jetzt zu { side-gains }.
    .c = Der Einfluss von { side-gains } { in-area } wächst auf Kosten von { side-loses }.
influence-gain = { "" }
influence-gain-expert = Der Einfluss von { side-gains } { in-area } wächst um { $gain } Punkte.
    .b = { $gain } Punkte mehr { in-area } neigen zu { side-gains }.
influence-loss = { "" }
influence-loss-expert = Der Einfluss von { side-loses } { in-area } schrumpft um { $loss } Punkte.
    .b = Der Griff von { side-loses } { in-area } lockert sich um { $loss } Punkte.
the-area-first = { $area ->
    [upper-left] Die Ecke oben links
    [top] Die obere Seite
    [upper-right] Die Ecke oben rechts
    [left] Die linke Seite
    [centre] Die Mitte
    [right] Die rechte Seite
    [lower-left] Die Ecke unten links
    [bottom] Die untere Seite
    [lower-right] Die Ecke unten rechts
   *[board] Das Brett
}
side-gains = { $gains ->
    [black] Schwarz
   *[white] Weiß
}
side-loses = { $gains ->
    [black] Weiß
   *[white] Schwarz
}
in-area-first = { $area ->
    [upper-left] Oben links
    [top] Oben
    [upper-right] Oben rechts
    [left] Links
    [centre] In der Mitte
    [right] Rechts
    [lower-left] Unten links
    [bottom] Unten
    [lower-right] Unten rechts
   *[board] Auf dem Brett
}
gain = { "" }
gain-expert = { $rank ->
    [1] Kein Zug der Partie ändert { $quantity } mehr ({ $value }).
    [2] Nur ein Zug der Partie ändert { $quantity } mehr ({ $value }).
   *[other] Er gehört zu den drei Zügen, die { $quantity } am meisten ändern ({ $value }).
}
unusual = Von 100 Experten würden { $often } hier { $expected } spielen, und { $seldom ->
    [0] kaum einer
    [1] einer
   *[other] { $seldom }
} wie { who }.
    .b = Experten sehen hier nach { $expected }, { $often } von 100 Malen; dieser Zug ist Nummer { $rank } auf ihrer Liste.
unusual-beginner = Starke Spieler würden hier eher { $expected } spielen.
unusual-elsewhere = Wie Experten auf dem großen Brett spielen, käme hier { $expected } zuerst.
    .b = Nach den Gewohnheiten des großen Bretts sieht man hier nach { $expected }; dieser Zug ist Nummer { $rank } auf jener Liste.
unusual-elsewhere-beginner = Spieler des großen Bretts würden hier eher { $expected } spielen.
judged = { $has_points ->
    [1] Der Richter zählt einen Verlust von { $points } Punkten für { who }
   *[other] Der Richter zählt einen Verlust von { $win } % für { who }
}{ $has_best ->
    [1] ; er zieht { $best } vor
   *[other] { "" }
}.
    .b = { $has_points ->
    [1] In den Augen des Richters kostet er { $points } Punkte
   *[other] In den Augen des Richters kostet er { $win } %
}{ $has_best ->
    [1] ; dieser sieht nach { $best }
   *[other] { "" }
}.
expected-both = Der Richter erwartet jetzt { in-area } { $gain } Punkte mehr für { side-gains } und { $loss } weniger für { side-loses }.
expected-gain = Der Richter erwartet jetzt { in-area } { $gain } Punkte mehr für { side-gains }.
expected-loss = Der Richter erwartet jetzt { in-area } { $loss } Punkte weniger für { side-loses }.
pass = { $ends ->
    [1] { who } passt auch, und die Partie ist zu Ende.
   *[other] { who } passt.
}
illegal = Die Regeln erlauben das nicht: { $reason }.
edited = Vor diesem Zug wurden Steine von Hand geändert.
suicide = { who } nimmt { $stones ->
    [1] den eigenen Stein
   *[other] { n-stones } eigene Steine
} vom Brett.

## Warum ein Zug schlechter ist als ein anderer

why-loss = Zug { $number }, { who } { $point }, verliert etwa { $loss ->
    [1] einen Punkt
   *[other] { $loss } Punkte
}
why-own-group = { why-loss }: { $stones ->
    [1] der Stein auf { $stones_at } { $sure ->
        [1] stirbt
       *[other] ist in Gefahr
    }
   *[other] die { n-stones } Steine { near } { $sure ->
        [1] sterben
       *[other] sind in Gefahr
    }
}.
why-other-group = { why-loss }: { foe } rettet { theirs }.
why-territory = { why-loss }, vor allem { in-area }.
why-plain = { why-loss }.
why-how = { who } spielt { $point } und { $a }.
why-instead = { $point } { $a }.
why-better = { $point } ist besser.
why-direction = { $point } { in-area } ist größer.
why-shape = Experten spielen hier { $point }.
why-endgame = { $point } ist der größere Zug.
why-unneeded = Der Ort war schon sicher; { $point } ist mehr wert.

## Die Geschichte

story-opening = Die Eröffnung, Züge { $from } bis { $to }
story-middle = Das Mittelspiel, Züge { $from } bis { $to }
story-endgame = Das Endspiel, Züge { $from } bis { $to }
story-end = Das letzte Brett
story-and = { $first } und { $last }
story-handicap = Schwarz beginnt mit { $stones } Steinen auf dem Brett.
story-setup = Die Partie beginnt mit { $black } schwarzen und { $white } weißen Steinen auf dem Brett.
story-corners = Schwarz nimmt { $black }, Weiß { $white }.
story-corners-one = { side } nimmt { $areas }.
story-invasion = { side } dringt mit Zug { $ply } { in-area } ein.
story-contact = Der erste Nahkampf beginnt mit Zug { $ply }, { in-area }.
story-lead = Am Ende führt { side } mit etwa { $points } Punkten.
story-lead-none = Am Ende steht die Partie gleich.
story-lead-roughly = Am Ende führt { side }, mit ungefähr { $points } Punkten.
story-lead-open = Am Ende liegen beide zu nahe beieinander, als dass ajis eigene Suche sagen könnte, wer führt.
story-lead-few = Für eine Aussage, wer am Ende führt, hat ajis eigene Suche bei jeder Stellung zu wenig vorausgeschaut.
story-fight = { $biggest ->
    [1] Der größte Kampf der Partie, Züge { $from } bis { $to }, ist { in-area }
   *[other] Die Züge { $from } bis { $to } bringen einen Kampf { in-area }
}; { $taken ->
    [none] darin wird kein Stein geschlagen.
    [black] darin schlägt Schwarz { $black ->
        [1] einen Stein
       *[other] { $black } Steine
    }.
    [white] darin schlägt Weiß { $white ->
        [1] einen Stein
       *[other] { $white } Steine
    }.
   *[both] darin schlägt Schwarz { $black } und Weiß { $white ->
        [1] einen Stein
       *[other] { $white } Steine
    }.
}
story-group = { $fate ->
    [captured] { side } verliert mit Zug { $ply } { $stones } Steine um { $stones_at }.
    [dead] Die { $stones } Steine von { side } um { $stones_at } sind von Zug { $ply } an tot.
   *[alive] Mit Zug { $ply } leben die { $stones } Steine von { side } um { $stones_at } endgültig.
}
story-ko = Ein Ko wird { $times } Mal genommen.
story-endgame-gain = Darin gewinnt { side } etwa { $points } Punkte auf den Gegner.
story-endgame-even = Es ändert wenig zwischen den beiden Seiten.
story-seers = { $right ->
    [0] Kein Modell sieht { side } auf dem letzten Brett vorn.
    [1] Nur eines von { $of } Modellen hat { side } auf dem letzten Brett vorn.
   *[other] { $right } von { $of } Modellen haben { side } auf dem letzten Brett vorn.
}
story-first-seer = { $same ->
    [1] { $first } hat { side } von Zug { $early } an endgültig vorn.
    [2] Sie haben { side } erst von Zug { $early } an endgültig vorn.
   *[other] { $first } hat { side } von Zug { $early } an endgültig vorn, { $last } erst von Zug { $late } an.
}
story-blind = { $n ->
    [1] { $names } sieht es bis zum Ende nicht.
   *[other] { $names } sehen es bis zum Ende nicht.
}
story-last = Die { $stones } Steine von { side } um { $stones_at } { $outlook ->
    [dead] sind am Ende tot
    [alive] leben am Ende
    [seki] leben am Ende im Seki
    [ko] hängen am Ende an einem Ko
    [killable] können am Ende auf { $kill } noch getötet werden
   *[open] können am Ende leben oder sterben
}{ $proved ->
    [1] , wie Lesen zeigt.
   *[other] : in { $stays } von 100 weitergespielten Partien bleiben sie.
}
n-points = { $points ->
    [1] 1 Punkt
   *[other] { $points } Punkte
}
ending = { $how ->
    [points] { side } gewinnt mit { $points ->
        [1] einem Punkt
       *[other] { $points } Punkten
    }.
    [resignation] { side } gewinnt durch Aufgabe.
    [time] { side } gewinnt auf Zeit.
    [forfeit] { side } gewinnt kampflos.
   *[unknown] { side } gewinnt.
}
ending-draw = Niemand gewinnt: die Partie ist unentschieden.
ending-void = Die Partie hat keinen Gewinner.
ending-none = { $counted ->
    [1] Die Aufzeichnung nennt kein Ergebnis.
   *[other] Die Aufzeichnung nennt kein Ergebnis, und ihr letztes Brett ist nicht zu Ende gespielt.
}
ending-marked = { $even ->
    [1] Das in der Aufzeichnung markierte Gebiet ist für beide Seiten gleich
   *[other] Das in der Aufzeichnung markierte Gebiet gibt { side } { n-points } mehr
}{ $differs ->
    [1] , was nicht das genannte Ergebnis ist.
   *[other] .
}
ending-counted = { $even ->
    [1] Gezählt ist das letzte Brett für beide Seiten gleich
   *[other] Gezählt gibt das letzte Brett { side } { n-points } mehr
}{ $differs ->
    [1] , was nicht das genannte Ergebnis ist: die Spieler haben weitergespielt oder etwas anderes vereinbart.
   *[other] .
}
story-no-moves = Die Aufzeichnung hat keine Züge.
story-empty-board = Das letzte Brett ist leer.

## Der Bericht

report-decided = Entschieden wurde sie mit Zug { $ply }, { side } { $point }.
report-costliest = Der teuerste Fehler ist Zug { $ply }, { side } { $point }.
report-untold = { $sides ->
    [black] Schwarz spielt
    [white] Weiß spielt
   *[both] Beide Seiten spielen
} zu gut, als dass ajis eigene Suche Fehler von ihren eigenen Irrtümern unterscheiden könnte; eine starke Engine kann es (--engine).
report-lead = Der Vorsprung in Punkten, wie { $judge } urteilt
report-peak = { side } höchstens { $points }, nach Zug { $ply }
report-judged = { $judged } von { $of } Stellungen sind beurteilt.
report-mean-loss = Verlust je Zug
report-opening = Eröffnung
report-middle = Mittelspiel
report-endgame = Endspiel
report-lessons = Was zu lernen ist
mistake-kind = { $kind ->
    [capture] übersehenes Schlagen
    [life] Leben und Tod
    [cut] Schnitte und Verbindungen
    [direction] Größeres anderswo
    [shape] Form
    [endgame] der größere Endspielzug
    [ko] Ko
    [shortage] die eigenen Freiheiten
    [unneeded] Züge, wo alles sicher war
   *[unknown] anderes
}
report-lesson = { side }: { mistake-kind } ({ $moves ->
    [1] 1 Zug
   *[other] { $moves } Züge
}, etwa { n-points })
report-moments = Wo es schiefging
report-moment = Zug { $ply }, { side } { $point }: { $grade ->
    [inaccuracy] eine Ungenauigkeit
    [mistake] ein Fehler
   *[blunder] ein Patzer
}, etwa { n-points }
report-better = Besser: { $line }
report-until = Dasselbe geht bis Zug { $ply } schief.
report-groups = Gruppen in Gefahr
report-group = Die { $stones } Steine von { side } um { $stones_at }: in Gefahr von Zug { $danger } an, { $fate ->
    [alive] am Leben von Zug { $ply } an.
    [dead] tot von Zug { $ply } an.
   *[open] nie entschieden.
}
task = { who } ist am Zug{ $what ->
    [own-group] { " " }und rettet { own }.
    [other-group] { " " }und fängt { theirs }.
   *[unknown] : was ist besser als { $point }?
}
report-story = Die Geschichte der Partie
report-moves-told = Zug für Zug
report-quiet = Ein ruhiger Zug.
report-quiet-too = auch ruhige Züge
report-models = Was die Modelle sehen
report-follows = Was folgt
report-instead = Was besser war
report-back = Zurück zur Partie
report-as-problems = als Aufgaben
report-answer = Die Lösung zeigen
report-start = Der Anfang
report-next-moment = Nächster Moment
report-black = Schwarz
report-white = Weiß
report-by-judge = Der Vorsprung in Punkten, beurteilt von
report-on-board = Auf dem Brett
report-stones = Steine und Zeichen
report-numbers = Die Partie in Zahlen
report-hint = --moves all erzählt jeden Zug; --html DATEI zeigt sie neben dem Brett.
report-moves = Züge
report-captures = Gefangene
report-liberties = Freiheiten
report-score = Ergebnis
report-illegal = verboten
report-moves-by = { $all } ({ $black } von Schwarz, { $white } von Weiß{ $passes ->
    [0] { "" }
    [1] , 1 Mal gepasst
   *[other] , { $passes } Mal gepasst
})
report-took = { $stones ->
    [0] { side } hat nichts geschlagen
    [1] { side } hat 1 Stein geschlagen, mit Zug { $ply }
   *[other] { $moves ->
        [1] { side } hat mit Zug { $ply } { $stones } Steine geschlagen
       *[other] { side } hat { $stones } Steine in { $moves } Zügen geschlagen; die meisten auf einmal, { $most }, mit Zug { $ply } auf { $point }
    }
}
report-liberties-of = { side }: { $liberties } von { $chains } Ketten am Ende
report-counted = { $result }: Schwarz { $black }, Weiß { $white }{ $compensation ->
    [0] { "" }
   *[other] { " " }({ $board } und { $compensation } für Komi und Vorgabe)
}
report-counted-by = { $area ->
    [1] Steine und umschlossene Punkte
   *[other] umschlossene Punkte und Gefangene
}, { $by ->
    [marks] wie das in der Aufzeichnung markierte Gebiet sagt
   *[games] wie weitergespielte Partien es sehen
}; { $dead ->
    [0] kein Stein ist tot
    [1] ein Stein ist tot
   *[other] { $dead } Steine sind tot
}
report-illegal-move = Zug { $ply }: { side } { $point }: { $reason }
report-more = und { $n } mehr
report-setup-after = Steine, die nach dem letzten Zug von Hand gesetzt wurden, sind nicht zu sehen.
