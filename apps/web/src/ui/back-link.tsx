import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './back-link.module.css'
import { TextAnchor } from './text-link.tsx'

function Anchor({
  children,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <p className={classes.back}>
      <TextAnchor {...props}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> {children}
      </TextAnchor>
    </p>
  )
}

/** Link above a page's heading to the parent page; takes the router's `to`, `params`, `search`. */
export const BackLink = createLink(Anchor)
