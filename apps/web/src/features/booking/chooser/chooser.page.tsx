/**
 * Asks the patient what they need to book and links to the place where it is booked. The address says which question
 * is open.
 */
import {
  IconBuildingHospital,
  IconCalendarX,
  IconChevronRight,
  IconClipboardHeart,
  IconClock,
  IconDropletHeart,
  IconFlask,
  IconScan,
  IconStethoscope,
  IconVaccine,
  IconVideo,
} from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import type { Choice } from '../reservation/reservation.flow.ts'
import classes from './chooser.module.css'
import { ClinicDialog, type ClinicView } from './clinic-dialog.tsx'
import { ReservationLink } from './reservation-link.tsx'

export function ChooserPage() {
  const { vista } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [closed, setClosed] = useState(false)
  const open = (view: ClinicView | undefined) => {
    setClosed(false)
    return navigate({ to: '/dashboard/agenda', search: { vista: view } })
  }
  const close = () => setClosed(true)
  return (
    <>
      <PageHeading
        title="Reserva de horas"
        lead="Elige una sucursal para tus exámenes o cancela una hora reservada."
      >
        <ButtonLink
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: undefined }}
          variant="default"
          leftSection={<IconCalendarX size={20} stroke={1.75} aria-hidden />}
        >
          Cancelar horas
        </ButtonLink>
      </PageHeading>
      <ul className={classes.ways}>
        <li>
          <Link
            to="/dashboard/agenda-imagenologia"
            search={{ sucursal: 'PROVIDENCIA' }}
            className={classes.option}
          >
            <OptionText icon={IconBuildingHospital} name="Providencia exámenes" />
          </Link>
        </li>
        <li>
          <Link to="/dashboard/agenda-imagenologia" search={{ sucursal: 'MAIPU' }} className={classes.option}>
            <OptionText icon={IconBuildingHospital} name="Maipú exámenes" />
          </Link>
        </li>
        <li>
          <Link to="/dashboard/agenda-procedimientos" className={classes.option}>
            <OptionText
              icon={IconClipboardHeart}
              name="Procedimientos"
              line="Endoscopía, electrocardiograma y más"
            />
          </Link>
        </li>
      </ul>
      <div className={classes.more}>
        <p>¿Buscas una consulta médica, un examen de laboratorio o una vacuna?</p>
        <Button onClick={() => open(undefined)}>Continuar</Button>
      </div>
      {!closed &&
        (vista === undefined ? (
          <NeedsDialog onOpen={open} onClose={close} />
        ) : (
          <ClinicDialog key={vista} view={vista} onBack={() => open(undefined)} onClose={close} />
        ))}
    </>
  )
}

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

interface Need {
  name: string
  line: string
  icon: Icon
  look: 'lapis' | 'glaciar' | 'copihue' | 'araucaria' | 'aromo' | 'arrebol'
  /** What the reservation is opened with, or the view that asks for the clinic, or the imaging page. */
  target: Choice | ClinicView | 'imaging'
}

const needs: readonly Need[] = [
  {
    name: 'Consulta médica',
    line: 'Providencia y Maipú',
    icon: IconStethoscope,
    look: 'lapis',
    target: 'consulta',
  },
  {
    name: 'Imagenología',
    line: 'Radiografía, ecografía, escáner',
    icon: IconScan,
    look: 'glaciar',
    target: 'imaging',
  },
  { name: 'Laboratorio', line: 'Toma de muestras', icon: IconFlask, look: 'arrebol', target: 'lab' },
  {
    name: 'Telemedicina',
    line: 'Consulta por videollamada',
    icon: IconVideo,
    look: 'araucaria',
    target: { modality: 'telemedicina' },
  },
  {
    name: 'Vacunatorio',
    line: 'Vacunas para niños y adultos',
    icon: IconVaccine,
    look: 'aromo',
    target: { office_id: 'PROVIDENCIA', spec_id: '359' },
  },
  {
    name: 'Banco de sangre',
    line: 'Donación de sangre',
    icon: IconDropletHeart,
    look: 'copihue',
    target: { office_id: 'PROVIDENCIA', spec_id: '573' },
  },
]

function NeedsDialog({ onOpen, onClose }: { onOpen(view: ClinicView): unknown; onClose(): void }) {
  return (
    <Dialog opened hasOwnAddress size={860} title="¿Qué necesitas reservar?" onClose={onClose}>
      <ul className={classes.needs}>
        {needs.map((need) => (
          <li key={need.name}>
            <NeedOption need={need} onOpen={onOpen}>
              <OptionText {...need} />
            </NeedOption>
          </li>
        ))}
      </ul>
      <p className={classes.walkIn}>
        <IconClock size={22} stroke={1.75} aria-hidden />
        <span>
          <strong>Exámenes sin reserva:</strong> lunes a sábado de 09:00 a 20:00 h; domingos y festivos de
          09:00 a 19:30 h.
        </span>
      </p>
    </Dialog>
  )
}

function NeedOption(props: { need: Need; onOpen(view: ClinicView): unknown; children: ReactNode }) {
  const { need, onOpen, children } = props
  if (need.target === 'imaging')
    return (
      <Link to="/dashboard/agenda-imagenologia" search={{ paso: 'imagenologia' }} className={classes.option}>
        {children}
      </Link>
    )
  if (typeof need.target === 'object')
    return (
      <ReservationLink choice={need.target} className={classes.option}>
        {children}
      </ReservationLink>
    )
  const view = need.target
  return (
    <button
      type="button"
      className={classes.option}
      data-autofocus={view === 'consulta' || undefined}
      onClick={() => onOpen(view)}
    >
      {children}
    </button>
  )
}

function OptionText({ icon: Icon, name, line, look = 'lapis' }: Partial<Need> & Pick<Need, 'name' | 'icon'>) {
  return (
    <>
      <span className={`${classes.mark} ${classes[look]}`}>
        <Icon size={28} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span> {line && <span className={classes.line}>{line}</span>}
      </span>
      <IconChevronRight className={classes.chevron} size={22} stroke={1.75} aria-hidden />
    </>
  )
}
