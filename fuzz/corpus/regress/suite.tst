# about reading
loadsgf games/one.sgf 20
1 attack C3
#? [1 (C4|D3)]

2 owl_defend D4
#? [0]*
 3 reg_genmove white
#? [!(A1|B2)]
