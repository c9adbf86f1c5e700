import { IconArrowsLeftRight } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { Initials } from './initials.tsx'
import classes from './person-banner.module.css'

interface PersonBannerProps {
  name: string
  /** The relationship, such as `tu hijo`, when the person is a relative of the user. */
  relation?: string
  /** Whether the user looks at another person's data: the banner has the accent colour and stays visible. */
  actingForOther?: boolean
  /** Chooses another person. */
  onChange?(): void
  /** Returns to the user's own data. */
  onBack?(): void
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
        <span className={classes.caption}>
          {props.relation ? `Estás viendo a ${props.relation}` : 'Estás viendo a'}
        </span>
        <span className={classes.name}>{props.name}</span>
      </p>
      {props.onBack && (
        <Button size="sm" variant="default" onClick={props.onBack}>
          Volver a mi perfil
        </Button>
      )}
      {props.onChange && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconArrowsLeftRight size={18} stroke={1.75} aria-hidden />}
          onClick={props.onChange}
        >
          Cambiar
        </Button>
      )}
    </section>
  )
}
