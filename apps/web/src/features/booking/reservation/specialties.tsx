import type { Service } from '@mi-portal/contract/booking/services'
import { foldText } from '@mi-portal/contract/fields/accents'
import { IconChevronRight, IconStethoscope } from '@tabler/icons-react'
import { useState } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section, Stack } from '../../../ui/layout/layout.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'

/** Number of specialties that are shown before the list of all. */
const most = 6

interface SpecialtiesProps {
  specialties: readonly Service[]
  onChoose(code: string): unknown
}

/** The specialties that most patients look for, and all of them by their first letter on demand. */
export function Specialties({ specialties, onChoose }: SpecialtiesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const frequent = portal.clinic.booking_groups
    .flatMap((group) => group.frequent)
    .flatMap((code) => specialties.find((one) => one.code === code) ?? [])
    .slice(0, most)
  if (specialties.length === 0)
    return (
      <EmptyState icon={IconStethoscope} title="No hay especialidades para reservar aquí">
        También puedes llamar al <PhoneLink number={portal.supportPhone} />.
      </EmptyState>
    )
  const hasMore = frequent.length > 0 && frequent.length < specialties.length
  return (
    <Section
      title={
        <span className="type-meta font-strong">
          {hasMore && !isOpen ? 'Especialidades frecuentes' : 'Especialidades'}
        </span>
      }
      side={
        hasMore && (
          <button
            type="button"
            className="plain-button min-h-11 font-strong text-link"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Ver las frecuentes' : `Ver las ${specialties.length}`}
          </button>
        )
      }
    >
      {hasMore && !isOpen ? (
        <SpecialtyList specialties={frequent} onChoose={onChoose} />
      ) : (
        <Stack>
          {[...Map.groupBy(specialties, ({ name }) => foldText(name).slice(0, 1).toUpperCase())].map(
            ([letter, some]) => (
              <section key={letter} aria-label={letter}>
                <p className="type-meta text-muted" aria-hidden>
                  {letter}
                </p>
                <SpecialtyList specialties={some} onChoose={onChoose} />
              </section>
            ),
          )}
        </Stack>
      )}
    </Section>
  )
}

export function SpecialtyList({ specialties, onChoose }: SpecialtiesProps) {
  return (
    <ul className="plain-list grid pair-grid gap-2 desktop:trio-grid">
      {specialties.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            className="plain-button pressable flex size-full min-h-14 items-center justify-between gap-2 rounded-tile bg-card px-4 py-2 text-left text-strong shadow-e1 hover:bg-soft"
            onClick={() => onChoose(code)}
          >
            <span className="min-w-0 hyphens-auto wrap-break-word">{name}</span>
            <IconChevronRight
              className="flex-none text-muted max-desktop:hidden"
              size={20}
              stroke={1.75}
              aria-hidden
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
