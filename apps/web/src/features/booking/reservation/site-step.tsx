import { IconBuildingHospital, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { findSite } from '../../../lib/portal-config.ts'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { attendingOfficesQuery } from '../booking.queries.ts'
import { anySiteLabels } from '../slots/any-site.rules.ts'
import classes from './options.module.css'
import { type StepProps, searchOf } from './reservation.flow.ts'

export function SiteStep({ choice, onChoose }: StepProps) {
  const query = useQuery(attendingOfficesQuery(searchOf(choice)))
  return (
    <QueryContent query={query}>
      {(offices) => (
        <ul className={classes.list}>
          {offices.map(({ office_id, name, address }) => (
            <li key={office_id}>
              <button
                type="button"
                className={classes.option}
                onClick={() => onChoose({ ...choice, office_id })}
              >
                <span className={classes.mark}>
                  <IconBuildingHospital size={26} stroke={1.75} aria-hidden />
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span> <span className={classes.line}>{address}</span>{' '}
                  <OpeningHours hours={findSite(office_id)?.opening_hours} />
                </span>
                <IconChevronRight size={22} stroke={1.75} aria-hidden />
              </button>
            </li>
          ))}
          {offices.length > 1 && (
            <li>
              <button
                type="button"
                className={classes.option}
                onClick={() => onChoose({ ...choice, office_id: 'AMBAS' })}
              >
                <span className={classes.mark}>
                  <IconBuildingHospital size={26} stroke={1.75} aria-hidden />
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{anySiteLabels(offices.length).any}</span>{' '}
                  <span className={classes.line}>
                    Verás la hora más próxima de {anySiteLabels(offices.length).all}
                  </span>
                </span>
                <IconChevronRight size={22} stroke={1.75} aria-hidden />
              </button>
            </li>
          )}
        </ul>
      )}
    </QueryContent>
  )
}
