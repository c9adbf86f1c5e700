import type { PublicBookingGroup, PublicSite } from '@mi-portal/contract/clinic/public-clinic'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmergencyLine } from '../../../ui/emergency-line.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import type { Choice } from '../reservation/reservation.flow.ts'
import classes from './chooser.module.css'
import { ReservationLink } from './reservation-link.tsx'

interface SiteChoice {
  site: PublicSite
  /** What the reservation is opened with. */
  choice: Choice
}

/** Returns the sites that offer a group, each with the reservation that it leads to. */
export function choicesOf({ sites, offered_at }: PublicBookingGroup): readonly SiteChoice[] {
  return portal.clinic.sites
    .filter(({ code }) => offered_at.includes(code))
    .map((site) => {
      const codes = sites[site.code]
      return { site, choice: { office_id: site.code, ...(codes && { spec_id: codes.join(',') }) } }
    })
}

interface ClinicDialogProps {
  group: PublicBookingGroup
  /** The group member whom the booking is for. */
  patientId: number | undefined
  onBack(): unknown
  onClose(): void
}

/** Asks at which site the patient wants to be attended. */
export function ClinicDialog({ group, patientId, onBack, onClose }: ClinicDialogProps) {
  return (
    <Dialog opened hasOwnAddress size={680} title="¿En qué clínica quieres atenderte?" onClose={onClose}>
      <div className={classes.emergency}>
        <EmergencyLine />
      </div>
      <ul className={classes.clinics}>
        {choicesOf(group).map(({ site: { code, name, photo, opening_hours }, choice }) => (
          <li key={code}>
            <ReservationLink choice={{ ...choice, patient_id: patientId }} className={classes.clinic}>
              {photo !== null && <img src={photo} alt="" className={classes.picture} />}
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
