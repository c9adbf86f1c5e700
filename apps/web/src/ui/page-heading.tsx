import type { ReactNode } from 'react'
import { Cluster, Spread } from './layout/layout.tsx'

/**
 * The heading of a page: its only `h1`, a line below, and at the right (below on phones) the patient it is about or
 * its actions.
 */
export function PageHeading(props: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <Spread gap="md" className="mb-6 items-start max-desktop:mb-4 max-desktop:gap-2">
      <div className="min-w-0 flex-[1_1_320px]">
        <h1>{props.title}</h1>
        {props.lead && <p className="mt-2 text-muted">{props.lead}</p>}
      </div>
      {props.children && (
        <Cluster className="max-desktop:w-full max-desktop:*:flex-auto">{props.children}</Cluster>
      )}
    </Spread>
  )
}
