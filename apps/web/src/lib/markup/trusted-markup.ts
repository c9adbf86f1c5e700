/**
 * Creates the two Trusted Types policies with which the page may pass text to functions that parse markup
 * (decision record 073). The browser blocks all other code that tries this.
 */

interface Policy {
  createHTML(text: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): Policy
}

/** Null in browsers without Trusted Types, which accept plain text. */
const factory: PolicyFactory | null = Reflect.get(globalThis, 'trustedTypes') ?? null

/**
 * Applies when a library sets markup itself. Text without `<` cannot become an element, and any other text is
 * rejected.
 */
factory?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })

const inert = factory?.createPolicy('inert', { createHTML: (text) => text })

/**
 * Returns markup for a place where nothing runs: a document that is only parsed, or a frame with an empty sandbox.
 */
export function toInertMarkup(text: string): string {
  return inert?.createHTML(text) ?? text
}
