import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { TextAnchor } from './text-link.tsx'

function Anchor({
  children,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <p className="mb-3 print:hidden">
      <TextAnchor {...props} className="inline-flex min-h-11 items-center gap-2 font-strong">
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> {children}
      </TextAnchor>
    </p>
  )
}

/** Link above a page's heading to the parent page; takes the router's `to`, `params`, `search`. */
export const BackLink = createLink(Anchor)
