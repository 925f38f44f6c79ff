import { render } from "preact";
import "@sabaki/shudan/css/goban.css";
import { App } from "./app";
import * as store from "./store";
import "./style.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
void store.begin();
