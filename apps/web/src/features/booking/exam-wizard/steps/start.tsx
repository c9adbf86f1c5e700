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
import { Notice } from '../../../../ui/notice.tsx'
import { walkInOpeningHours } from '../booking-options.tsx'
import classes from '../exam-wizard.module.css'
import type { Entry } from '../exam-wizard.rules.ts'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

interface Way {
  entry: Entry
  label: string
  line: string
  icon: Icon
}

const services: readonly Way[] = [
  { entry: 'imagenologia', label: 'Imagenología', line: 'Radiografía, ecografía, escáner', icon: IconScan },
  { entry: 'laboratorio', label: 'Laboratorio', line: 'Toma de muestras', icon: IconFlask },
  { entry: 'vacunatorio', label: 'Vacunatorio', line: 'Vacunas para niños y adultos', icon: IconVaccine },
  { entry: 'banco_sangre', label: 'Banco de sangre', line: 'Donación de sangre', icon: IconDropletHeart },
]
const sites: readonly Way[] = [
  {
    entry: 'providencia_examenes',
    label: 'Providencia exámenes',
    line: 'Todos los exámenes de la sede',
    icon: IconBuildingHospital,
  },
  {
    entry: 'maipu_examenes',
    label: 'Maipú exámenes',
    line: 'Todos los exámenes de la sede',
    icon: IconBuildingHospital,
  },
]

/** First step: the user chooses what to book, by service or by site. */
export function Start() {
  return (
    <div className={classes.start}>
      <Ways title="¿Qué necesitas reservar?" ways={services} />
      <Ways title="O elige por sucursal" ways={sites} />
      <Notice kind="info">
        <strong>Exámenes sin reserva:</strong> {walkInOpeningHours}
      </Notice>
    </div>
  )
}

function Ways({ title, ways }: { title: string; ways: readonly Way[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={classes.startTitle}>{title}</h2>
      <ul className={classes.ways}>
        {ways.map(({ entry, label, line, icon: Icon }) => (
          <li key={entry}>
            <Link to="/dashboard/agenda-imagenologia" search={{ paso: entry }} className={classes.way}>
              <span className={classes.mark}>
                <Icon size={26} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.wayWords}>
                <span className={classes.wayLabel}>{label}</span>
                <span className={classes.quiet}>{line}</span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
