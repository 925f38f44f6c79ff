// Builds both pages into one folder: the workbench, and beside it, in report/, the script and the style of a review's page, which the program
// writes into one file with the review.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const out = process.argv[2] ?? "dist";

await build({ logLevel: "warn", build: { outDir: out, emptyOutDir: true } });

const [made] = [
  await build({
    logLevel: "warn",
    build: {
      write: false,
      // Pictures too stand in the one file.
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      cssCodeSplit: false,
      lib: { entry: "src/report.tsx", formats: ["iife"], name: "report", fileName: "report", cssFileName: "report" },
    },
    define: { "process.env.NODE_ENV": '"production"' },
  }),
].flat();
await mkdir(join(out, "report"), { recursive: true });
const script = made.output.find((each) => each.type === "chunk");
const style = made.output.find((each) => each.fileName.endsWith(".css"));
if (!script || !style) throw new Error("the page of a review has no script or no style");
// Neither may end the element that it stands in.
await writeFile(join(out, "report/report.js"), script.code.replaceAll("</script", "<\\/script"));
// The wood is a plain colour: a photograph of it would be the larger part of every review.
const plain = String(style.source).replace(/url\(["']?data:image\/png;base64,[^)]*\)/g, "none");
await writeFile(join(out, "report/report.css"), plain.replaceAll("</style", "<\\/style"));
