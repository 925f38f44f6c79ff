// The report of the last reproduction, if the workbench was given one.

import * as store from "./store";

export function ReproducePage() {
  if (!store.reproduction.value) {
    return (
      <main class="plain">
        <h1>Reproduce</h1>
        <p>
          The experiments of the five papers behind the models are run on the command line, and every claim is judged by a rule
          that was written before. Then this page shows the report:
        </p>
        <pre>
          <code>{"aji reproduce all --quick --out reproduction\naji serve --reproduction reproduction"}</code>
        </pre>
      </main>
    );
  }
  return (
    <main class="report">
      <iframe src="/reproduction" title="Report of the reproduction" sandbox="" />
    </main>
  );
}
