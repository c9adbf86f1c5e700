import type { ReactNode } from 'react'

/** One section of a long form, with its number. `id` is the target of links from a list of sections. */
export function NumberedCard(props: { id: string; number: number; title: string; children: ReactNode }) {
  return (
    <section
      className="portal-card px-8 pt-6 pb-8 max-desktop:px-4 max-desktop:pt-4 max-desktop:pb-6"
      aria-labelledby={props.id}
    >
      <h2 id={props.id} className="flex items-center gap-4 mb-6 focus:outline-none" tabIndex={-1}>
        <span
          className="size-8 flex-none grid place-items-center rounded-sm bg-soft type-body text-link"
          aria-hidden
        >
          {props.number}
        </span>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
