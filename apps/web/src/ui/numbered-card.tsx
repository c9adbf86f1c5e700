import type { ReactNode } from 'react'
import classes from './numbered-card.module.css'

/** One section of a long form, with its number. `id` is the target of links from a list of sections. */
export function NumberedCard(props: { id: string; number: number; title: string; children: ReactNode }) {
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby={props.id}>
      <h2 id={props.id} className={classes.title} tabIndex={-1}>
        <span className={classes.number} aria-hidden>
          {props.number}
        </span>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
