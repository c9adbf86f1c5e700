import { IconArrowsLeftRight } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { Initials } from './initials.tsx'
import classes from './person-banner.module.css'

interface PersonBannerProps {
  name: string
  /** `tu hijo`, when the person is another's relative. */
  relation?: string
  /** The person looks at somebody else's data: the banner takes the accent and stays in sight. */
  actingForOther?: boolean
  /** Choose another person. */
  onChange?(): void
  /** Back to one's own data. */
  onBack?(): void
}

/** Says whose data the screen shows. */
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
