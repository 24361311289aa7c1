import { html, type Html } from '../html.js'
import { page } from './layout.js'

/** What is asked before something is done. */
export interface Confirmation {
  /** The section of the console that it belongs to. */
  at: string
  title: string
  /** What follows, in money first. */
  cost: string
  /** Where the form is sent. */
  action: string
  /** The label of what is to be given with it, and whether it may be left out. */
  asks?: { label: string; optional?: true } | undefined
  danger?: boolean | undefined
  /** Where one goes who does not want to. */
  back: string
}

/** A page that says what something costs, and asks whether it is to be done. */
export function confirmPage({ at, title, cost, action, asks, danger, back }: Confirmation): Html {
  return page(
    title,
    at,
    html`<h1>${title}</h1>
      <p class="cost">${cost}</p>
      <form method="post" action="${action}" class="confirm">
        ${
          asks === undefined
            ? undefined
            : asks.optional
              ? html`<label>${asks.label} <input name="given" maxlength="300" autocomplete="off" /></label>`
              : html`<label>${asks.label} <input name="given" maxlength="300" autocomplete="off" required /></label>`
        }
        <p class="turns">
          ${danger ? html`<button class="danger">${title}</button>` : html`<button>${title}</button>`}
          <a href="${back}">Do nothing</a>
        </p>
      </form>`,
  )
}
