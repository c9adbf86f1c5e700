import type { ReactNode } from 'react'

interface NumberedCardProps {
  /** Id of the heading, the target of links from a list of sections. */
  id: string
  /** Absent where the section stands alone. */
  number: number | undefined
  title: string
  /** Whether the section keeps its input off the screen. */
  hidden?: boolean
  children: ReactNode
}

/** One section of a long form, with its number. */
export function NumberedCard(props: NumberedCardProps) {
  return (
    <section
      hidden={props.hidden}
      className="portal-card px-8 pt-6 pb-8 max-desktop:px-4 max-desktop:pt-4 max-desktop:pb-6"
      aria-labelledby={props.id}
    >
      <h2 id={props.id} className="flex items-center gap-4 mb-6 focus:outline-none" tabIndex={-1}>
        {props.number && (
          <span
            className="size-8 flex-none grid place-items-center rounded-sm bg-soft type-body text-link"
            aria-hidden
          >
            {props.number}
          </span>
        )}
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
