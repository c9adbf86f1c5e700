import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { isCommune } from './communes.rules.ts'
import type { Contradiction } from './contradiction.rules.ts'

export function findWrongSites({ sites = [] }: Partial<ClinicPackage>): Contradiction[] {
  return sites.flatMap(({ commune_id, opening_hours }, index): Contradiction[] => {
    const overlaps = Object.entries(opening_hours).flatMap(([day, ranges]) => {
      const sorted = ranges.toSorted()
      const second = sorted.find(
        (range, place) => place > 0 && range.slice(0, 5) < (sorted[place - 1] ?? '').slice(6),
      )
      return second === undefined ? [] : [{ day, second, place: ranges.indexOf(second) }]
    })
    return [
      ...(isCommune(commune_id)
        ? []
        : [
            {
              part: 'sites' as const,
              path: [index, 'commune_id'],
              message: `La comuna «${commune_id}» no existe`,
              remedy: 'Escribe el Código Único Territorial de la comuna, por ejemplo 13120',
            },
          ]),
      ...overlaps.map(({ day, second, place }) => ({
        part: 'sites' as const,
        path: [index, 'opening_hours', day, place],
        message: `El horario «${second}» se cruza con otro del mismo día`,
        remedy: 'Escribe horarios que no se crucen, por ejemplo 08:00-13:30 y 14:30-19:00',
      })),
    ]
  })
}
