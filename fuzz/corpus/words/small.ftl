# words
-term = Stein
pass = Es wird gepasst.
who = { $mover ->
    [black] Schwarz
   *[other] Weiß
  }
capture = { who } nimmt { $stones } { -term }
    .other = { NUMBER($stones, minimumFractionDigits: 1) } gefangen
