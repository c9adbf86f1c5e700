/** The computed style of an element in a screen test, where no style sheet is loaded. */

const computeFullStyle = window.getComputedStyle.bind(window)

/** Returns whether the browser's own rules hide an element. */
function isHiddenByBrowser(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    (element instanceof HTMLDialogElement && !element.open) ||
    element.matches('head, head *, script, style, template, input[type="hidden" i]')
  )
}

/** Elements that the browser shows within a line. The accessible name of their parent has no spaces around their text. */
const inlineElements =
  'a, abbr, b, br, button, code, em, i, img, input, label, mark, small, span, strong, sub, sup, svg, svg *, time'

/** Returns how the browser's own rules show an element. */
function findDisplay(element: Element): string {
  if (isHiddenByBrowser(element)) return 'none'
  return element.matches(inlineElements) ? 'inline' : 'block'
}

/** Returns the value that an element's own style, or the one of its nearest ancestor with a value, gives an inherited property. */
function findInherited(element: Element, property: 'visibility' | 'pointerEvents'): string | undefined {
  for (let current: Element | null = element; current; current = current.parentElement) {
    const value = current instanceof HTMLElement ? current.style[property] : ''
    if (value) return value
  }
}

/** Returns the properties that depend only on attributes and on own styles while no style sheet is loaded. */
function computeQuickly(element: Element): Record<string, () => string> {
  const own = element instanceof HTMLElement || element instanceof SVGElement ? element.style : undefined
  return {
    display: () => own?.display || findDisplay(element),
    visibility: () => findInherited(element, 'visibility') ?? 'visible',
    pointerEvents: () => findInherited(element, 'pointerEvents') ?? 'auto',
    opacity: () => own?.opacity || '1',
  }
}

/**
 * Replaces `window.getComputedStyle`. Queries by role and simulated clicks ask for a few properties of every element on the page. For
 * each question jsdom matches all rules of a browser, which takes a fifth of the time of these tests. Other properties are jsdom's.
 */
export function computeStyleWithoutSheets(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return computeFullStyle(element, pseudo)
  const quick = computeQuickly(element)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_target, property) {
      if (typeof property === 'string' && quick[property]) return quick[property]()
      if (property === 'getPropertyValue')
        return (name: string) => quick[name]?.() ?? computeFullStyle(element).getPropertyValue(name)
      return Reflect.get(computeFullStyle(element), property)
    },
  })
}
