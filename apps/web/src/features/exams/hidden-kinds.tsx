import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import classes from './exams.module.css'

const kinds = [
  'Grupo sanguíneo ABO Rh',
  'Coombs indirecto',
  'Antiglobulina directa',
  'Tamizaje de anticuerpos',
  'Titulación de anticuerpos',
  'VDRL de banco de sangre',
]

/** Lists, collapsed, the kinds of results that the clinic gives in person only. */
export function HiddenKinds() {
  return (
    <details className={`portal-card ${classes.hidden}`}>
      <summary>
        <IconInfoCircle size={20} stroke={1.75} aria-hidden />
        Exámenes que no se muestran en el portal
        <IconChevronDown className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </summary>
      <p>Los resultados de estos exámenes no están disponibles en el portal:</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
    </details>
  )
}
