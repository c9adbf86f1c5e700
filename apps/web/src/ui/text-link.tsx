import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** Read to those who do not see that a link opens a page of its own. */
export const opensNewTab = ', se abre en una pestaña nueva'

/** An anchor that looks like a link inside text. */
export function TextAnchor(
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> },
) {
  return <a {...props} className={props.className ? `portal-link ${props.className}` : 'portal-link'} />
}

/** A link inside text to a page of the portal; takes the router's `to`, `params`, `search`. */
export const TextLink = createLink(TextAnchor)
