import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** An anchor that looks like a link inside text. */
export function TextAnchor(
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> },
) {
  return <a {...props} className={props.className ? `portal-link ${props.className}` : 'portal-link'} />
}

/** A link inside text to a page of the portal; takes the router's `to`, `params`, `search`. */
export const TextLink = createLink(TextAnchor)
