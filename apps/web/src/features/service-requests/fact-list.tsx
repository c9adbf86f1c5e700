import type { ReactNode } from 'react'

interface FactListProps {
  facts: readonly { readonly label: string; readonly value: ReactNode }[]
}

/** Names and values beside each other. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-6 gap-y-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:text-strong [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
