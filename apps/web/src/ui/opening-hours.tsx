import { describeOpeningHours, type OpeningHours as Hours } from './describe-opening-hours.ts'
import classes from './opening-hours.module.css'

/** The opening hours of a site, a line for each group of days; nothing where they are not known. */
export function OpeningHours({ hours }: { hours: Hours | undefined }) {
  const lines = describeOpeningHours(hours ?? {})
  if (lines.length === 0) return null
  return (
    <span className={classes.hours}>
      <span className="portal-hidden">Horario: </span>
      {lines.map((line) => (
        <span key={line} className={classes.line}>
          {line}{' '}
        </span>
      ))}
    </span>
  )
}
