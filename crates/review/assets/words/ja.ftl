### 検討の言葉（日本語）。メッセージの書き方は en.ftl にあります。

## 誰が

who = { $mover ->
    [black] 黒
   *[white] 白
}
foe = { $mover ->
    [black] 白
   *[white] 黒
}
foe-adj = { $mover ->
    [black] 白
   *[white] 黒
}
side = { $color ->
    [black] 黒
   *[white] 白
}
side-adj = { $color ->
    [black] 黒
   *[white] 白
}

## いくつ

n-stones = { $stones }
near = { $stones ->
    [1] { $stones_at }の
    [2] { $stones_at }の
    [3] { $stones_at }の
   *[other] { $stones_at }周辺の
}
theirs = { $stones ->
    [1] { $stones_at }の{ foe-adj }石
   *[other] { near }{ foe-adj }{ n-stones }子
}
own = { $stones ->
    [1] { $stones_at }の石
   *[other] { near }{ n-stones }子
}

## どこで

in-area = { $area ->
    [upper-left] 左上
    [top] 上辺
    [upper-right] 右上
    [left] 左辺
    [centre] 中央
    [right] 右辺
    [lower-left] 左下
    [bottom] 下辺
    [lower-right] 右下
   *[board] 盤上
}
the-area = { in-area }

## 文の組み立て

sentence-1 = { who }は{ $a }。
sentence-2 = { who }は{ $a }。さらに{ $b }。
sentence-2-long = { who }は{ $a }。さらに{ $b }。
sentence-also = この手はまた、{ $a }。
    .b = 同時に{ $a }。

## 述部：色の名前のあとに続く

capture = { own }を取ります
    .b = { own }を打ち上げます
    .c = { own }を盤から取り上げます
ko-taken = { $back ->
    [1] コウを取り返します
   *[other] { $at }でコウを始めます
}
    .b = { $back ->
    [1] { $at }のコウを取り返します
   *[other] { $at }のコウを取ります
}
ko-taken-beginner = { $back ->
    [1] コウを取り返します
   *[other] { $at }の石をコウで取ります。{ foe }はすぐには取り返せません
}
ko-filled = { $at }をついでコウを解消します
    .b = { $at }のコウをつぎます
ko-threat = { theirs }にコウダテを打ちます
    .b = コウのために{ theirs }をおどします
atari = { theirs }をアタリにします
    .b = { theirs }にアタリをかけます
atari-beginner = { theirs }をアタリにします。残る呼吸点は{ $liberty }だけです
double-atari = { $first_at }と{ $second_at }の{ foe-adj }石に両アタリをかけます
double-atari-beginner = { $first_at }と{ $second_at }の二つの石を同時にアタリにします。{ foe }は一方しか助けられません
caught = { theirs }の逃げ道をふさぎます
    .b = { theirs }を捕まえます
    .c = { theirs }に網をかけます
threat = { $short ->
    [1] { theirs }を取ろうとします
   *[other] { theirs }をシチョウでねらいます
}
    .b = { $short ->
    [1] { theirs }をねらいます
   *[other] { theirs }にシチョウを見ています
}
saved = { $atari ->
    [1] { own }をアタリから逃がします
   *[other] { own }が捕まるのを防ぎます
}
    .b = { $atari ->
    [1] { own }をアタリから救います
   *[other] { own }を安全にします
}
    .c = { $atari ->
    [1] { own }を助けます
   *[other] { own }へのねらいをかわします
}
doomed = { own }で逃げます
self-atari = { own }の呼吸点が{ $liberty }だけになります
    .b = { own }を自分からアタリにします
snapback = ウッテガエシを仕掛けます。{ foe }が{ $bait }を取れば{ n-stones }子を取り返します
connect = { $chains ->
    [2] { $first_at }と{ $second_at }の石をつなぎます
    [3] { $point }で三つの石をつなぎます
   *[other] { $point }で四つの石をつなぎます
}
    .b = { $chains ->
    [2] { $second_at }を{ $first_at }に連絡します
    [3] 三つの石をまとめます
   *[other] 四つの石をまとめます
}
    .c = { $chains ->
    [2] { $first_at }を{ $second_at }とつなげます
    [3] 三つの石を一度につなぎます
   *[other] 四つの石を一度につなぎます
}
cut = { $first_at }と{ $second_at }の{ foe-adj }石を切ります
    .b = { $second_at }を{ $first_at }から切り離します
    .c = { foe }が{ $first_at }と{ $second_at }をつなぐのを防ぎます
extend = { $manner ->
    [descend] 一線にサガります
    [edge] 一線をハイます
    [crawl] 二線をハイます
   *[plain] { $stones_at }からノビます
}
    .b = { $manner ->
    [descend] 盤端までサガります
    [edge] 一線をさらに進みます
    [crawl] 二線をさらにハイます
   *[plain] { $stones_at }を伸ばします
}
squeeze = { theirs }の呼吸点を{ $after ->
    [2] 二つ
   *[other] 三つ
}にします
    .b = { theirs }のダメを詰め、残りを{ $after ->
    [2] 二つ
   *[other] 三つ
}にします
eyes-made = { $eyes ->
    [1] { $eyes_at }に眼を作ります
   *[other] { $eyes_at }とその隣に眼を作ります
}
    .b = { $eyes ->
    [1] { $eyes_at }に眼を持ちます
   *[other] { $eyes_at }とその隣に眼を持ちます
}
eyes-taken = { $eyes ->
    [1] { foe }の{ $eyes_at }の眼を奪います
   *[other] { foe }の{ $eyes_at }とその隣の眼を奪います
}
    .b = { $eyes ->
    [1] { $eyes_at }の{ foe-adj }の眼をつぶします
   *[other] { $eyes_at }とその隣の{ foe-adj }の眼をつぶします
}
corner = { in-area }の隅を{ $low }-{ $high }の点で占めます
    .b = { in-area }の{ $low }-{ $high }の点に打ちます
corner-beginner = { in-area }の空き隅を占めます
enclosure = { $partner }とともに{ in-area }の隅をシマリます
    .b = { $partner }から{ in-area }にシマリを打ちます
approach = { $target }の{ foe-adj }石にカカります
    .b = { $target }に迫ります
    .c = { $target }に近づきます
invasion = { $target }の下の三々に入ります
    .b = { $target }に対して三々に打ち込みます
side-point = { $has_from ->
    [1] { $from }から辺にヒラきます
   *[other] { in-area }の{ $line ->
        [3] 三線
        [4] 四線
       *[5] 五線
    }に打ちます
}
    .b = { $has_from ->
    [1] { $from }から{ in-area }に広がります
   *[other] { in-area }の{ $line ->
        [3] 三線
        [4] 四線
       *[5] 五線
    }に構えます
}
pincer = { $partner }を背景に{ $target }の石をハサみます
    .b = { $partner }の反対側から{ $target }を攻めます
contact = { $target }にツケます
    .b = { $target }に接触します
contact-beginner = { $target }の{ foe-adj }石のすぐ隣に打ちます
hane = { $target }にハネます
    .b = { $target }の頭をハネます
block = { $target }をオサえます
    .b = { $target }を止めます
    .c = { $target }に直接受けます
enters = { $deep ->
    [1] { in-area }の{ foe }の地に打ち込みます
   *[other] { in-area }の{ foe }の勢力圏に入ります
}
    .b = { $deep ->
    [1] { in-area }の{ foe }の陣に深く入ります
   *[other] { in-area }の{ foe }の模様を消します
}
cap = { $target }の石にボウシします
    .b = { $target }を中央から閉め出します
step = { $step ->
    [diagonal] { $from }からコスみます
    [jump] { $from }から一間にトビます
    [long-jump] { $from }から二間にトビます
    [knight] { $from }からケイマに打ちます
   *[long-knight] { $from }から大ゲイマに打ちます
}
elsewhere = { in-area }に転じます
    .b = { in-area }に移ります
    .c = { in-area }に向かいます
a-name = 「{ $name }」
shape = { $made ->
    [1] { a-name }の形を作ります
   *[other] { side }の{ a-name }の形を崩します
}
    .b = { $made ->
    [1] { a-name }の形になります
   *[other] { side }の{ a-name }の形を乱します
}

## 続く文

atari-captured = { $stones ->
    [1] { $stones_at }の石は逃げられません。
   *[other] { n-stones }子は逃げられません。
}
    .b = 逃げても助かりません。
    .c = もう逃げ道はありません。
atari-captured-expert = { $long ->
    [1] シチョウは{ $moves }手で成立します：{ $line }。
   *[other] 逃げても助かりません：{ $line }。
}
atari-ladder = シチョウが成立しています。
    .b = シチョウ有利なので、逃げても助かりません。
atari-ladder-beginner = { foe }は逃げないほうがよいでしょう。シチョウで取られるまで追われます。
atari-broken = しかしシチョウは成立しません。
    .b = シチョウにはならず、逃げれば助かります。
doomed-then = 逃げても助かりません。やはり捕まっています。
    .b = もう遅く、逃げきれません。
doomed-then-expert = それでも捕まっています：{ $line }。
left = { own }はアタリのままです。{ foe }は{ $liberty }で取れます。
    .b = { foe }は{ own }を取れるようになりました。
alive = { who }の{ near }{ n-stones }子は、{ foe }がどう打っても生きています。
    .b = { who }の{ near }{ n-stones }子は、もう取られることはありません。
dead = { theirs }は死んでいます。
    .b = { theirs }に生きる道はありません。
ladder-turned = { $works ->
    [1] この石で{ side-stones }へのシチョウが成立します。
   *[other] { side-stones }へのシチョウを破ります。
}
    .b = { $works ->
    [1] これで{ side-stones }へのシチョウが成立します。
   *[other] { side-stones }へのシチョウはもう成立しません。
}
side-stones = { $stones ->
    [1] { $stones_at }の{ side-adj }石
   *[other] { near }{ side-adj }{ n-stones }子
}
territory-both = { "" }
territory-both-expert = { in-area }で{ side-gains }の地が{ $gain }目増え、{ side-loses }は{ $loss }目失います。
    .b = { in-area }では{ side-gains }が{ $gain }目増え、{ side-loses }が{ $loss }目減ります。
territory-gain = { "" }
territory-gain-expert = { side-gains }は{ in-area }でさらに{ $gain }目を確保します。
    .b = { in-area }の{ side-gains }の地が{ $gain }目増えます。
    .c = { in-area }で{ side-gains }に{ $gain }目の価値があります。
territory-loss = { "" }
territory-loss-expert = { in-area }の{ side-loses }の地が{ $loss }目減ります。
    .b = { side-loses }は{ in-area }で{ $loss }目を失います。
    .c = { in-area }の{ $loss }目はもう{ side-loses }のものではありません。
influence-both = { "" }
influence-both-expert = { in-area }で{ $gain }点が{ side-gains }に傾き、{ side-loses }は{ $loss }点減ります。
    .b = { in-area }は{ side-gains }に傾いています。
    .c = { in-area }で{ side-gains }の勢力が{ side-loses }を押して広がります。
influence-gain = { "" }
influence-gain-expert = { in-area }の{ side-gains }の勢力が{ $gain }点増えます。
    .b = { in-area }でさらに{ $gain }点が{ side-gains }に傾きます。
influence-loss = { "" }
influence-loss-expert = { in-area }の{ side-loses }の勢力が{ $loss }点減ります。
    .b = { in-area }の{ side-loses }の勢力が{ $loss }点ゆるみます。
the-area-first = { in-area }
side-gains = { $gains ->
    [black] 黒
   *[white] 白
}
side-loses = { $gains ->
    [black] 白
   *[white] 黒
}
in-area-first = { in-area }
gain = { "" }
gain-expert = { $rank ->
    [1] { $quantity }をこれほど変える手はほかにありません（{ $value }）。
    [2] { $quantity }をこれ以上変える手は一手だけです（{ $value }）。
   *[other] { $quantity }を最も変える三手のうちの一つです（{ $value }）。
}
unusual = 上級者100人のうち{ $often }人は{ $expected }に打ち、{ who }の手を打つのは{ $seldom ->
    [0] ほとんどいません
   *[other] { $seldom }人です
}。
    .b = 上級者はここで100回のうち{ $often }回{ $expected }を考えます。この手は{ $rank }番目です。
unusual-beginner = 強い人ならここで{ $expected }に打つことが多いでしょう。
unusual-elsewhere = 十九路の上級者の打ち方なら、ここでは{ $expected }が第一です。
    .b = 十九路の感覚では{ $expected }を考えます。この手は{ $rank }番目です。
unusual-elsewhere-beginner = 十九路に慣れた人ならここで{ $expected }に打つことが多いでしょう。
judged = { $has_points ->
    [1] 判定では{ who }の{ $points }目の損です
   *[other] 判定では{ who }の{ $win }%の損です
}。{ $has_best ->
    [1] { $best }を勧めます。
   *[other] { "" }
}
    .b = { $has_points ->
    [1] 判定によれば{ $points }目損をします
   *[other] 判定によれば{ $win }%損をします
}。{ $has_best ->
    [1] 代わりの手は{ $best }です。
   *[other] { "" }
}
expected-both = 判定では{ in-area }で{ side-gains }が{ $gain }目増え、{ side-loses }が{ $loss }目減ります。
expected-gain = 判定では{ in-area }で{ side-gains }が{ $gain }目増えます。
expected-loss = 判定では{ in-area }で{ side-loses }が{ $loss }目減ります。
pass = { $ends ->
    [1] { who }もパスし、終局です。
   *[other] { who }はパスします。
}
illegal = ルールで許されない手です：{ $reason }。
edited = この手の前に石が手で置き換えられました。
suicide = { who }は自分の石を{ n-stones }子取り上げます。

## なぜほかの手に劣るのか

why-loss = { $number }手目{ who }{ $point }は約{ $loss }目の損です
why-own-group = { why-loss }。{ own }が{ $sure ->
    [1] 死にます
   *[other] 危なくなります
}。
why-other-group = { why-loss }。{ theirs }に逃げられます。
why-territory = { why-loss }。主に{ in-area }です。
why-plain = { why-loss }。
why-how = { who }は{ $point }に打ち、{ $a }。
why-instead = { $point }なら{ $a }。
why-better = { $point }がまさります。
why-direction = { in-area }の{ $point }のほうが大きいです。
why-shape = 上級者はここで{ $point }に打ちます。
why-endgame = { $point }のほうが大きい手です。
why-unneeded = すでに安全なところでした。{ $point }のほうが価値があります。

## あらすじ

story-opening = 布石（{ $from }手から{ $to }手まで）
story-middle = 中盤（{ $from }手から{ $to }手まで）
story-endgame = ヨセ（{ $from }手から{ $to }手まで）
story-end = 最後の局面
story-and = { $first }と{ $last }
story-handicap = 黒は{ $stones }子を置いて始めます。
story-setup = 黒{ $black }子と白{ $white }子が置かれた局面から始まります。
story-corners = 黒は{ $black }、白は{ $white }を占めます。
story-corners-one = { side }は{ $areas }を占めます。
story-invasion = { side }は{ $ply }手目に{ in-area }に打ち込みます。
story-contact = 最初の接触戦は{ $ply }手目、{ in-area }で始まります。
story-lead = 終わったとき{ side }が約{ $points }目リードしています。
story-lead-none = 終わったとき形勢は互角です。
story-lead-roughly = 終わったとき{ side }がおよそ{ $points }目リードしています。
story-lead-open = 終わったとき両者の差は小さく、ajiの探索ではどちらがリードしているか言えません。
story-lead-few = 終わったときどちらがリードしているかを言うには、ajiの探索が一局面あたりに先を見た回数が足りません。
story-fight = { $biggest ->
    [1] この碁で最大の戦いは{ $from }手から{ $to }手まで、{ in-area }です。
   *[other] { $from }手から{ $to }手まで{ in-area }で戦いになります。
}{ $taken ->
    [none] 取られた石はありません。
    [black] 黒が{ $black }子を取ります。
    [white] 白が{ $white }子を取ります。
   *[both] 黒が{ $black }子、白が{ $white }子を取ります。
}
story-group = { $fate ->
    [captured] { side }は{ $ply }手目に{ $stones_at }周辺の{ $stones }子を取られます。
    [dead] { side }の{ $stones_at }周辺の{ $stones }子は{ $ply }手目から死んでいます。
   *[alive] { $ply }手目で{ side }の{ $stones_at }周辺の{ $stones }子は完全に生きます。
}
story-ko = コウは{ $times }回取られます。
story-endgame-gain = ヨセで{ side }は相手より約{ $points }目得をします。
story-endgame-even = 両者の差はほとんど変わりません。
story-seers = { $right ->
    [0] 最後の局面で{ side }優勢と見るモデルはありません。
   *[other] 最後の局面では{ $of }のモデルのうち{ $right }が{ side }優勢と見ます。
}
story-first-seer = { $same ->
    [1] { $first }は{ $early }手目から一貫して{ side }優勢です。
    [2] いずれも{ $early }手目から一貫して{ side }優勢です。
   *[other] { $first }は{ $early }手目から、{ $last }は{ $late }手目から一貫して{ side }優勢です。
}
story-blind = { $names }は{ $n ->
   *[other] 最後まで気づきません
}。
story-last = 終局時、{ side }の{ $stones_at }周辺の{ $stones }子は{ $outlook ->
    [dead] 死んでいます
    [alive] 生きています
    [seki] セキで生きています
    [ko] コウ次第です
    [killable] { $kill }でまだ殺せます
   *[open] 生死が決まっていません
}{ $proved ->
    [1] （読みによる）。
   *[other] （打ち継いだ100局のうち{ $stays }局で残ります）。
}
n-points = { $points }目
ending = { $how ->
    [points] { side }の{ n-points }勝ちです。
    [resignation] { side }の中押し勝ちです。
    [time] { side }の時間切れ勝ちです。
    [forfeit] { side }の不戦勝です。
   *[unknown] { side }の勝ちです。
}
ending-draw = 持碁です。
ending-void = 無勝負です。
ending-none = { $counted ->
    [1] 棋譜に結果はありません。
   *[other] 棋譜に結果はなく、最後の局面も終わっていません。
}
ending-marked = { $even ->
    [1] 棋譜に記された地は同数です
   *[other] 棋譜に記された地では{ side }が{ n-points }多いです
}{ $differs ->
    [1] 。棋譜の結果とは異なります。
   *[other] 。
}
ending-counted = { $even ->
    [1] 最後の局面を数えると同数です
   *[other] 最後の局面を数えると{ side }が{ n-points }多いです
}{ $differs ->
    [1] 。棋譜の結果とは異なり、打ち継いだか、別の合意があったのでしょう。
   *[other] 。
}
story-no-moves = 棋譜に手がありません。
story-empty-board = 最後の盤は空です。

## 報告

report-decided = 勝敗を決めたのは{ $ply }手目、{ side }{ $point }です。
report-costliest = 最も損の大きい悪手は{ $ply }手目、{ side }{ $point }です。
report-untold = { $sides ->
    [black] 黒
    [white] 白
   *[both] 両者
}の棋力が高く、ajiの探索では悪手と探索自身の誤差を見分けられません。強いエンジンなら可能です（--engine）。
report-lead = 目数のリード（判定：{ $judge }）
report-peak = { side }の最大は{ $ply }手目のあとの{ $points }目
report-judged = { $of }局面のうち{ $judged }を判定しました。
report-mean-loss = 一手の平均損
report-opening = 布石
report-middle = 中盤
report-endgame = ヨセ
report-lessons = 学ぶこと
mistake-kind = { $kind ->
    [capture] 取りの見落とし
    [life] 死活
    [cut] 切りと連絡
    [direction] ほかの大場
    [shape] 石の形
    [endgame] 大きいヨセ
    [ko] コウ
    [shortage] 自分のダメヅマリ
    [unneeded] 不要な手
   *[unknown] その他
}
report-lesson = { side }：{ mistake-kind }（{ $moves }手、約{ n-points }）
report-moments = 間違えたところ
report-moment = { $ply }手目{ side }{ $point }：{ $grade ->
    [inaccuracy] 緩手
    [mistake] 悪手
   *[blunder] 大悪手
}、約{ n-points }
report-better = よりよい手：{ $line }
report-until = 同じ間違いが{ $ply }手目まで続きます。
report-groups = 危なかった石
report-group = { side }の{ $stones_at }周辺の{ $stones }子：{ $danger }手目から危険、{ $fate ->
    [alive] { $ply }手目から生き。
    [dead] { $ply }手目から死に。
   *[open] 最後まで未定。
}
task = { who }番です。{ $what ->
    [own-group] { own }を助けてください。
    [other-group] { theirs }を捕まえてください。
   *[unknown] { $point }よりよい手はどこですか。
}
report-story = 一局のあらすじ
report-moves-told = 一手ずつ
report-quiet = 静かな手です。
report-quiet-too = 静かな手も
report-models = モデルの見方
report-follows = このあと
report-instead = よりよい手
report-back = 実戦に戻る
report-as-problems = 問題として
report-answer = 答えを見る
report-start = 開始
report-next-moment = 次の場面
report-black = 黒
report-white = 白
report-by-judge = 目数のリード、判定：
report-on-board = 盤上
report-stones = 石と印
report-numbers = 数で見る一局
report-hint = --moves all で一手ずつ、--html ファイル で盤とともに読めます。
report-moves = 手数
report-captures = 取り石
report-liberties = 呼吸点
report-score = 結果
report-illegal = 反則
report-moves-by = { $all }手（黒{ $black }、白{ $white }{ $passes ->
    [0] { "" }
   *[other] 、パス{ $passes }
}）
report-took = { $stones ->
    [0] { side }は石を取っていません
    [1] { side }は{ $ply }手目に1子を取りました
   *[other] { $moves ->
        [1] { side }は{ $ply }手目に{ $stones }子を取りました
       *[other] { side }は{ $moves }手で{ $stones }子を取りました。一度の最多は{ $ply }手目{ $point }の{ $most }子です
    }
}
report-liberties-of = { side }：最後に{ $chains }連で{ $liberties }
report-counted = { $result }：黒{ $black }、白{ $white }{ $compensation ->
    [0] { "" }
   *[other] （{ $board }とコミなど{ $compensation }）
}
report-counted-by = { $area ->
    [1] 石と囲んだ点
   *[other] 囲んだ点とアゲハマ
}、{ $by ->
    [marks] 棋譜に記された地による
   *[games] 打ち継いだ碁による
}。{ $dead ->
    [0] 死石はありません
   *[other] 死石は{ $dead }子です
}
report-illegal-move = { $ply }手目{ side }{ $point }：{ $reason }
report-more = ほか{ $n }
report-setup-after = 最後の手のあとに手で置かれた石は示されません。
