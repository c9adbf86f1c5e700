import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import maipu from '../../../ui/art/clinic-maipu.svg'
import providencia from '../../../ui/art/clinic-providencia.svg'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Choice } from '../reservation/reservation.flow.ts'
import classes from './chooser.module.css'
import { ReservationLink } from './reservation-link.tsx'

/** The services for which the dialog asks the patient to choose a clinic. */
export type ClinicView = 'consulta' | 'lab'

interface Clinic {
  name: string
  photo: string
  choice: Choice
}

const views: Record<ClinicView, { line: string; clinics: readonly Clinic[] }> = {
  consulta: {
    line: 'Consulta médica',
    clinics: [
      { name: 'Providencia', photo: providencia, choice: { office_id: 'PROVIDENCIA' } },
      { name: 'Maipú', photo: maipu, choice: { office_id: 'MAIPU' } },
    ],
  },
  lab: {
    line: 'Laboratorio',
    clinics: [
      {
        name: 'Providencia',
        photo: providencia,
        choice: { office_id: 'PROVIDENCIA', spec_id: '362,363,364' },
      },
      { name: 'Maipú', photo: maipu, choice: { office_id: 'MAIPU', spec_id: '570' } },
    ],
  },
}

export function ClinicDialog(props: { view: ClinicView; onBack(): unknown; onClose(): void }) {
  const { line, clinics } = views[props.view]
  return (
    <Dialog
      opened
      hasOwnAddress
      size={680}
      title="¿En qué clínica quieres atenderte?"
      onClose={props.onClose}
    >
      <ul className={classes.clinics}>
        {clinics.map(({ name, photo, choice }) => (
          <li key={name}>
            <ReservationLink choice={choice} className={classes.clinic}>
              <img src={photo} alt="" className={classes.picture} />
              <span className={classes.clinicWords}>
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span> <span className={classes.line}>{line}</span>
                </span>
                <IconChevronRight className={classes.chevron} size={22} stroke={1.75} aria-hidden />
              </span>
            </ReservationLink>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
        onClick={props.onBack}
      >
        Volver atrás
      </Button>
    </Dialog>
  )
}
