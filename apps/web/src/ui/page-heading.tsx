import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

/**
 * The heading of a page: its only `h1`, a line below, and at the right (below on phones) the patient it is about or
 * its actions.
 */
export function PageHeading(props: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.heading}>
      <div className={classes.words}>
        <h1>{props.title}</h1>
        {props.lead && <p className={classes.lead}>{props.lead}</p>}
      </div>
      {props.children && <div className={classes.side}>{props.children}</div>}
    </div>
  )
}
