/**
 * Asks the patient what they need to book and links to the place where it is booked. The address says which question
 * is open.
 */
import type { PublicBookingGroup } from '@mi-portal/contract/clinic/public-clinic'
import {
  IconBuildingHospital,
  IconCalendarX,
  IconChevronRight,
  IconClipboardHeart,
  IconClock,
  IconStethoscope,
} from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { findSite, portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmergencyLine } from '../../../ui/emergency-line.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PersonChoice } from '../../people/person-choice.tsx'
import { useBookablePeople } from '../reservation/patient/bookable-people.queries.ts'
import { UsualProfessionals } from '../usual-professionals.tsx'
import { type BookingLook, bookingIcons, bookingLooks } from './booking-icons.tsx'
import classes from './chooser.module.css'
import { ClinicDialog } from './clinic-dialog.tsx'
import { describeGroup, getGroupChoice, listGroupSites } from './group-choice.rules.ts'
import { ReservationLink } from './reservation-link.tsx'

export function ChooserPage() {
  const { vista, patient_id } = useSearch({ strict: false })
  const user = useCurrentUser()
  const navigate = useNavigate()
  const [closed, setClosed] = useState(false)
  const open = (group: string | undefined) => {
    setClosed(false)
    return navigate({ to: '/dashboard/agenda', search: { vista: group, patient_id } })
  }
  const choosePerson = (id: number) =>
    navigate({ to: '/dashboard/agenda', search: { patient_id: id }, replace: true })
  const asking = portal.clinic.booking_groups.find(({ key }) => key === vista)
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
      {closed && <EmergencyLine />}
      <ul className={classes.ways}>
        {portal.clinic.exam_sites.map((code) => (
          <li key={code}>
            <Link
              to="/dashboard/agenda-imagenologia"
              search={{ sucursal: code, paciente: patient_id }}
              className={classes.option}
            >
              <OptionText icon={IconBuildingHospital} name={`${findSite(code)?.name ?? ''} exámenes`} />
            </Link>
          </li>
        ))}
        {portal.clinic.booking_groups
          .filter(({ kind }) => kind === 'procedures')
          .map((group) => (
            <li key={group.key}>
              <Link
                to="/dashboard/agenda-procedimientos"
                search={{ paciente: patient_id }}
                className={classes.option}
              >
                <OptionText
                  icon={bookingIcons[group.icon] ?? IconClipboardHeart}
                  name={group.name}
                  line={describeGroup(group)}
                />
              </Link>
            </li>
          ))}
      </ul>
      <div className={classes.more}>
        <p>¿Buscas una consulta médica, un examen de laboratorio o una vacuna?</p>
        <Button onClick={() => open(undefined)}>Continuar</Button>
      </div>
      {!closed &&
        (asking === undefined ? (
          user && (
            <NeedsDialog
              user={user}
              patientId={patient_id}
              onPerson={choosePerson}
              onOpen={open}
              onClose={close}
            />
          )
        ) : (
          <ClinicDialog
            key={vista}
            group={asking}
            patientId={patient_id}
            onBack={() => open(undefined)}
            onClose={close}
          />
        ))}
    </>
  )
}

interface NeedsDialogProps {
  user: CurrentUser
  /** The person whom the booking is for; absent for the user. */
  patientId: number | undefined
  onPerson(id: number): unknown
  onOpen(group: string): unknown
  onClose(): void
}

function NeedsDialog({ user, patientId: named, onPerson, onOpen, onClose }: NeedsDialogProps) {
  const { people, others } = useBookablePeople(user)
  // Who books for nobody else is not named in addresses.
  const patientId = named ?? (others ? user.id : undefined)
  const groups = portal.clinic.booking_groups.filter(({ kind }) => kind !== 'procedures')
  return (
    <Dialog opened hasOwnAddress size={860} title="¿Qué necesitas reservar?" onClose={onClose}>
      <div className={classes.emergency}>
        <EmergencyLine />
      </div>
      <PersonChoice
        label="Para quién es la hora"
        people={people}
        ownId={user.id}
        shown={patientId ?? user.id}
        onChoose={(id) => id !== 'all' && onPerson(id)}
      />
      <UsualProfessionals patientId={patientId ?? user.id} />
      <ul className={classes.needs}>
        {groups.map((group, index) => (
          <li key={group.key}>
            <NeedOption group={group} patientId={patientId} isFirst={index === 0} onOpen={onOpen}>
              <OptionText
                icon={bookingIcons[group.icon] ?? IconStethoscope}
                name={group.name}
                line={describeGroup(group)}
                look={bookingLooks[group.colour]}
              />
            </NeedOption>
          </li>
        ))}
      </ul>
      {portal.clinic.walk_in !== null && (
        <p className={classes.walkIn}>
          <IconClock size={22} stroke={1.75} aria-hidden />
          <span>
            <strong>Exámenes sin reserva:</strong> {portal.clinic.walk_in}.
          </span>
        </p>
      )}
    </Dialog>
  )
}

interface NeedOptionProps {
  group: PublicBookingGroup
  patientId: number | undefined
  isFirst: boolean
  onOpen(group: string): unknown
  children: ReactNode
}

/** Leads to the booking of a group, or first asks for the site if several offer the group. */
function NeedOption({ group, patientId, isFirst, onOpen, children }: NeedOptionProps) {
  if (group.kind === 'imaging')
    return (
      <Link
        to="/dashboard/agenda-imagenologia"
        search={{ paso: 'imagenologia', paciente: patientId }}
        className={classes.option}
      >
        {children}
      </Link>
    )
  const [site, ...otherSites] = listGroupSites(group)
  if (group.kind === 'telemedicine' || otherSites.length === 0)
    return (
      <ReservationLink
        choice={{ ...getGroupChoice(group, site?.code ?? 'AMBAS'), patient_id: patientId }}
        className={classes.option}
      >
        {children}
      </ReservationLink>
    )
  return (
    <button
      type="button"
      className={classes.option}
      data-autofocus={isFirst || undefined}
      onClick={() => onOpen(group.key)}
    >
      {children}
    </button>
  )
}

interface OptionTextProps {
  icon: (typeof bookingIcons)[string]
  name: string
  line?: string
  look?: BookingLook
}

function OptionText({ icon: Icon, name, line, look = 'lapis' }: OptionTextProps) {
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
