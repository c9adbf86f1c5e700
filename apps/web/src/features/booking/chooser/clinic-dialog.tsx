import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import maipu from '../../../ui/art/clinic-maipu.svg'
import providencia from '../../../ui/art/clinic-providencia.svg'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Choice } from '../reservation/reservation.flow.ts'
import classes from './chooser.module.css'
import { HandOff } from './hand-off.tsx'

/** What is done at the one clinic or the other. */
export type ClinicView = 'consulta' | 'lab'

interface Clinic {
  name: string
  picture: string
  leads: Choice
}

const views: Record<ClinicView, { line: string; clinics: readonly Clinic[] }> = {
  consulta: {
    line: 'Consulta médica',
    clinics: [
      { name: 'Providencia', picture: providencia, leads: { office_id: 'PROVIDENCIA' } },
      { name: 'Maipú', picture: maipu, leads: { office_id: 'MAIPU' } },
    ],
  },
  lab: {
    line: 'Laboratorio',
    clinics: [
      {
        name: 'Providencia',
        picture: providencia,
        leads: { office_id: 'PROVIDENCIA', spec_id: '362,363,364' },
      },
      { name: 'Maipú', picture: maipu, leads: { office_id: 'MAIPU', spec_id: '570' } },
    ],
  },
}

export function ClinicDialog(props: { view: ClinicView; onBack(): unknown; onClose(): void }) {
  const { line, clinics } = views[props.view]
  return (
    <Dialog opened size={680} title="¿En qué clínica quieres atenderte?" onClose={props.onClose}>
      <ul className={classes.clinics}>
        {clinics.map(({ name, picture, leads }) => (
          <li key={name}>
            <HandOff choice={leads} className={classes.clinic}>
              <img src={picture} alt="" className={classes.picture} />
              <span className={classes.clinicWords}>
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span> <span className={classes.line}>{line}</span>
                </span>
                <IconChevronRight className={classes.chevron} size={22} stroke={1.75} aria-hidden />
              </span>
            </HandOff>
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
