import { describeOpeningHours, type OpeningHours as Hours } from './describe-opening-hours.ts'

/** The opening hours of a site, a line for each group of days; nothing where they are not known. */
export function OpeningHours({ hours }: { hours: Hours | undefined }) {
  const lines = describeOpeningHours(hours ?? {})
  if (lines.length === 0) return null
  return (
    <span className="block type-meta text-muted">
      <span className="portal-hidden">Horario: </span>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}{' '}
        </span>
      ))}
    </span>
  )
}
