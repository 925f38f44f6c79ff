// The cards of all models.

import * as store from "./store";
import type { Parameter } from "./wire";

export function ModelsPage() {
  return (
    <main class="plain cards">
      <h1>Models</h1>
      <p class="quiet">What each model is, what it sees, and what can be set. The same text is printed by aji models NAME.</p>
      {store.cards.value.map((card) => (
        <article key={card.name} class="info">
          <h2>{card.name}</h2>
          <p>{card.idea}</p>
          <p class="quiet">
            {card.reference} · boards {card.sizes[0]} to {card.sizes[1]}
            {card.abilities.length > 0 && ` · ${card.abilities.join(", ")}`}
          </p>
          <div class="scroll" tabIndex={0} role="region" aria-label={`Quantities of ${card.name}`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">quantity</th>
                  <th scope="col">shape</th>
                  <th scope="col">what it is</th>
                </tr>
              </thead>
              <tbody>
                {card.quantities.map((each) => (
                  <tr key={`${each.name} ${each.shape}`}>
                    <th scope="row">{each.name}</th>
                    <td>{each.shape}</td>
                    <td>
                      {each.about}
                      {each.unit && ` (${each.unit})`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {card.file && (
            <p>
              Takes a file (<code>--model-file {card.file.name}=FILE</code>): {card.file.about}
            </p>
          )}
          <Parameters list={card.parameters} />
          {card.learning.length > 0 && <p>For learning (aji train {card.name}):</p>}
          <Parameters list={card.learning} />
        </article>
      ))}
    </main>
  );
}

function Parameters({ list }: { list: Parameter[] }) {
  return list.length === 0 ? null : (
    <ul>
      {list.map((each) => (
        <li key={each.name}>
          <code>{each.name}</code> {each.about} (default {String(each.default)})
        </li>
      ))}
    </ul>
  );
}
