import {
  IconBuildingHospital,
  IconChevronRight,
  IconDropletHeart,
  IconFlask,
  IconScan,
  IconVaccine,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { findSite, portal } from '../../../../lib/portal-config.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { type Entry, entryOfSite, type serviceEntries } from '../exam-wizard.rules.ts'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

interface Way {
  entry: Entry
  label: string
  line: string
  icon: Icon
}

const services: readonly (Way & { entry: (typeof serviceEntries)[number] })[] = [
  { entry: 'imagenologia', label: 'Imagenología', line: 'Radiografía, ecografía, escáner', icon: IconScan },
  { entry: 'laboratorio', label: 'Laboratorio', line: 'Toma de muestras', icon: IconFlask },
  { entry: 'vacunatorio', label: 'Vacunatorio', line: 'Vacunas para niños y adultos', icon: IconVaccine },
  { entry: 'banco_sangre', label: 'Banco de sangre', line: 'Donación de sangre', icon: IconDropletHeart },
]

/** Returns the ways to book the exams of the clinic by service. The clinic's booking groups name and describe them. */
function serviceWays(): readonly Way[] {
  const { exam_services, booking_groups } = portal.clinic
  return services
    .filter(({ entry }) => exam_services.includes(entry))
    .map((way) => {
      const group = booking_groups.find(({ kind, services: made }) =>
        way.entry === 'imagenologia' ? kind === 'imaging' : made.includes(way.entry),
      )
      return group ? { ...way, label: group.name, line: group.description ?? '' } : way
    })
}

/** First step: the user chooses what to book, by service or, where several sites make exams, by site. */
export function Start() {
  const { exam_sites, walk_in } = portal.clinic
  const sites = exam_sites.map(
    (code): Way => ({
      entry: entryOfSite(code),
      label: `${findSite(code)?.name ?? ''} exámenes`,
      line: 'Todos los exámenes de la sede',
      icon: IconBuildingHospital,
    }),
  )
  return (
    <div className="grid max-w-viewer gap-6">
      <Ways title="¿Qué necesitas reservar?" ways={serviceWays()} />
      {sites.length > 1 && <Ways title="O elige por sucursal" ways={sites} />}
      {walk_in !== null && (
        <Notice kind="info">
          <strong>Exámenes sin reserva:</strong> {walk_in}.
        </Notice>
      )}
    </div>
  )
}

function Ways({ title, ways }: { title: string; ways: readonly Way[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-3">{title}</h2>
      <ul className="plain-list grid grid-cols-[repeat(auto-fit,minmax(min(320px,100%),1fr))] gap-4">
        {ways.map(({ entry, label, line, icon: Icon }) => (
          <li key={entry}>
            <Link
              to="/dashboard/agenda-imagenologia"
              search={{ paso: entry }}
              className="pressable flex h-full min-h-24 items-center gap-4 rounded-tile bg-card p-4 text-strong no-underline shadow-e1 hover:bg-soft"
            >
              <span className="grid size-14 flex-none place-items-center rounded-picture bg-soft text-on-soft">
                <Icon size={26} stroke={1.75} aria-hidden />
              </span>
              <span className="grid min-w-0">
                <span className="font-strong">{label}</span>
                {line && <span className="type-meta text-muted">{line}</span>}
              </span>
              <IconChevronRight className="ml-auto flex-none" size={20} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
