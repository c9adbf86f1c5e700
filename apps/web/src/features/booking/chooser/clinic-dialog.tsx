import type { PublicBookingGroup } from '@mi-portal/contract/clinic/public-clinic'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmergencyLine } from '../../../ui/emergency-line.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { anySiteLabels } from '../slots/any-site.rules.ts'
import classes from './chooser.module.css'
import { getGroupChoice, listGroupSites } from './group-choice.rules.ts'
import { ReservationLink } from './reservation-link.tsx'

interface ClinicDialogProps {
  group: PublicBookingGroup
  /** The group member whom the booking is for. */
  patientId: number | undefined
  onBack(): unknown
  onClose(): void
}

/** Asks at which site the patient wants to be attended. */
export function ClinicDialog({ group, patientId, onBack, onClose }: ClinicDialogProps) {
  const sites = listGroupSites(group)
  return (
    <Dialog opened hasOwnAddress size={680} title="¿En qué clínica quieres atenderte?" onClose={onClose}>
      <div className={classes.emergency}>
        <EmergencyLine />
      </div>
      <ul className={classes.clinics}>
        <li>
          <ReservationLink
            choice={{ ...getGroupChoice(group, 'AMBAS'), patient_id: patientId }}
            className={classes.clinic}
          >
            <span className={classes.clinicWords}>
              <span className={classes.words}>
                <span className={classes.name}>{anySiteLabels(sites.length).any}</span>{' '}
                <span className={classes.line}>Verás la hora más próxima</span>
              </span>
              <IconChevronRight className={classes.chevron} size={22} stroke={1.75} aria-hidden />
            </span>
          </ReservationLink>
        </li>
        {sites.map(({ code, name, photo, opening_hours }) => (
          <li key={code}>
            <ReservationLink
              choice={{ ...getGroupChoice(group, code), patient_id: patientId }}
              className={classes.clinic}
            >
              {photo !== null && <img src={photo} alt="" className={`picture ${classes.picture}`} />}
              <span className={classes.clinicWords}>
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span>{' '}
                  <span className={classes.line}>{group.name}</span> <OpeningHours hours={opening_hours} />
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
        onClick={onBack}
      >
        Volver atrás
      </Button>
    </Dialog>
  )
}
