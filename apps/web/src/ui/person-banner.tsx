import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Initials } from './initials.tsx'
import classes from './person-banner.module.css'

interface PersonBannerProps {
  name: string
  /** Whether the user looks at another person's data: the banner has the accent colour and stays visible. */
  actingForOther?: boolean
  /** Returns to the user's own data. */
  onBack?(): void
  /** The choice of another person. */
  children?: ReactNode
}

/** Shows whose data is on the screen. */
export function PersonBanner(props: PersonBannerProps) {
  return (
    <section
      aria-label="Persona que estás viendo"
      className={props.actingForOther ? `${classes.banner} ${classes.other}` : classes.banner}
    >
      <Initials name={props.name} size={38} look={props.actingForOther ? 'araucaria' : 'arrebol'} />
      <p className={classes.words}>
        <span className={classes.caption}>Estás viendo a</span>
        <span className={classes.name}>{props.name}</span>
      </p>
      {props.onBack && (
        <Button size="sm" variant="default" onClick={props.onBack}>
          Volver a mi perfil
        </Button>
      )}
      {props.children}
    </section>
  )
}
