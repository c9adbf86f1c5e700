/** Lists the choices so far, each with a button to change it. */

import {
  IconBuildingHospital,
  IconClipboardHeart,
  IconHeartRateMonitor,
  IconUser,
  IconUserHeart,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import {
  attendingOfficesQuery,
  officesQuery,
  professionalsQuery,
  specialtiesQuery,
} from '../booking.queries.ts'
import { wizardAddress } from '../exam-wizard/exam-wizard.flow.ts'
import { examQuestionnaireQuery } from '../exam-wizard/exam-wizard.queries.ts'
import { buildExamChoices } from '../exam-wizard/open-wizard.rules.ts'
import { anySiteLabels } from '../slots/any-site.rules.ts'
import classes from './chosen-bar.module.css'
import { searchLikeMoved, useMovedAppointment } from './moved-appointment.tsx'
import { usePersonName } from './patient/patient-choice.tsx'
import {
  type Choice,
  hasProfessionals,
  reopenQuestion,
  type StepName,
  type StepProps,
  toSlotSearch,
} from './reservation.flow.ts'

export function ChosenBar({ choice, onChoose, step }: StepProps & { step: StepName }) {
  const moving = choice.id_appointment !== undefined
  const user = useCurrentUser()
  return (
    <ul className={classes.bar} aria-label="Lo que elegiste">
      <Site choice={choice} onChoose={onChoose} />
      {!moving && <Specialty choice={choice} onChoose={onChoose} />}
      {!moving && user && choice.exam_id !== undefined && (
        <Exam examId={choice.exam_id} user={user} choice={choice} />
      )}
      {step === 'hour' && <Professional choice={choice} onChoose={onChoose} />}
      {user && choice.patient_id !== undefined && (
        <Person user={user} patientId={choice.patient_id} choice={choice} onChoose={onChoose} />
      )}
    </ul>
  )
}

interface PersonProps extends ChipProps {
  user: CurrentUser
  patientId: number
}

/** The person whom the booking is for, when the address names them. */
function Person({ user, patientId, choice, onChoose }: PersonProps) {
  const name = usePersonName(user, patientId)
  if (name === '') return null
  return (
    <Chip
      icon={IconUser}
      what="persona"
      label={`Para ${name}`}
      onChange={() => onChoose({ ...choice, patient_id: undefined })}
    />
  )
}

type ChipProps = Pick<StepProps, 'choice' | 'onChoose'>

function Site({ choice, onChoose }: ChipProps) {
  const { data: offices = [] } = useQuery(officesQuery)
  const moved = useMovedAppointment(choice.id_appointment)
  const search = moved.data ? searchLikeMoved(moved.data, choice) : toSlotSearch(choice)
  const { data: attendingOffices = [] } = useQuery(attendingOfficesQuery(search))
  if (choice.modality === 'telemedicina')
    return <Chip icon={IconBuildingHospital} what="clínica" label="Por video" />
  if (portal.clinic.sites.length === 1) return null
  const chosen = choice.office_id ?? moved.data?.office.office_id
  const label =
    chosen === undefined || chosen === 'AMBAS'
      ? anySiteLabels(portal.clinic.sites.length).title
      : offices.find(({ office_id }) => office_id === chosen)?.name
  if (!label) return null
  // The other choices are kept: only the site changes, to the next one or to all.
  const others = [...attendingOffices.map(({ office_id }) => office_id), 'AMBAS' as const]
  const next = others[(others.indexOf(chosen ?? 'AMBAS') + 1) % others.length]
  return (
    <Chip
      icon={IconBuildingHospital}
      what="clínica"
      label={label}
      onChange={() => onChoose({ ...choice, office_id: next, day: undefined })}
    />
  )
}

function Specialty({ choice, onChoose }: ChipProps) {
  const { specialty } = toSlotSearch(choice)
  const { data } = useQuery({
    ...specialtiesQuery({ spec_id: specialty }),
    enabled: specialty !== undefined,
  })
  if (choice.exam_id !== undefined || choice.procedure !== undefined || !data?.[0]) return null
  return (
    <Chip
      icon={IconHeartRateMonitor}
      what="especialidad"
      label={data.map(({ name }) => name).join(', ')}
      onChange={() => onChoose(reopenQuestion(choice, 'specialty'))}
    />
  )
}

/** The exam, which is chosen on the page of the exams. */
function Exam({ examId, user, choice }: { examId: number; user: CurrentUser; choice: Choice }) {
  const navigate = useNavigate()
  const { data } = useQuery(examQuestionnaireQuery(examId, choice.patient_id ?? user.id))
  if (!data) return null
  const search = buildExamChoices(data.exam, choice)
  return (
    <Chip
      icon={IconClipboardHeart}
      what="examen"
      label={data.exam.text}
      onChange={() => navigate({ to: wizardAddress, search })}
    />
  )
}

function Professional({ choice, onChoose }: ChipProps) {
  const moved = useMovedAppointment(choice.id_appointment)
  const { rut_professional } = toSlotSearch(choice)
  const rut = choice.primera ? undefined : (rut_professional ?? moved.data?.hour.rut_professional)
  const { data } = useQuery({
    ...professionalsQuery({ rut_professional: rut }),
    enabled: rut !== undefined,
  })
  if (!moved.data && !hasProfessionals(choice)) return null
  const label =
    rut === undefined ? 'Cualquier profesional' : (data?.[0]?.name ?? moved.data?.hour.doctor_name)
  if (!label) return null
  return (
    <Chip
      icon={IconUserHeart}
      what="profesional"
      label={label}
      onChange={() =>
        onChoose(
          moved.data
            ? { ...choice, day: undefined, primera: choice.primera ? undefined : true }
            : reopenQuestion(choice, 'professional'),
        )
      }
    />
  )
}

interface ChipContent {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  what: string
  label: string
  onChange?(): unknown
}

function Chip({ icon: Icon, what, label, onChange }: ChipContent) {
  return (
    <li className={classes.chip}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {onChange && (
        <button type="button" className={classes.change} aria-label={`Cambiar ${what}`} onClick={onChange}>
          Cambiar
        </button>
      )}
    </li>
  )
}
