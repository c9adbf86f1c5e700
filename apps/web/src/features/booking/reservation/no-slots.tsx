/**
 * Shown when no slot is free: offers the other site, another professional, the other modality, or the waiting list.
 */

import type { OfficeCode, Service } from '@mi-portal/contract/booking/services'
import { IconBellPlus, IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createDraftHook } from '../../../lib/drafts.ts'
import { portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import {
  attendingOfficesQuery,
  isWaitingListUnsupported,
  professionalsQuery,
  type SlotSearch,
  specialtiesQuery,
  useJoinWaitingList,
  waitingQuery,
} from '../booking.queries.ts'
import { anySiteLabels } from '../slots/any-site.rules.ts'
import { useBookablePeople } from './patient/bookable-people.queries.ts'
import { PatientChoice } from './patient/patient-choice.tsx'
import { type Choice, reopenQuestion, toSlotSearch } from './reservation.flow.ts'
import classes from './reservation.module.css'

const noSlotTitles = {
  presencial: 'No hay horas presenciales libres en los próximos dos meses',
  telemedicina: 'No hay horas por video libres en los próximos dos meses',
  any: 'No hay horas libres en los próximos dos meses',
} as const
const otherModality = { presencial: 'telemedicina', telemedicina: 'presencial' } as const

interface NoSlotsProps {
  choice: Choice
  onChoose(choice: Choice): unknown
  /** The search, when the address alone does not say it. */
  search?: SlotSearch
  /** The patient of the appointment; undefined while the user has not chosen one. */
  patientId: number | undefined
}

export function NoSlots({ choice, onChoose, search = toSlotSearch(choice), patientId }: NoSlotsProps) {
  const user = useCurrentUser()
  const { office_id, rut_professional, modality } = search
  const services = useWaitableServices(search)
  const waiting = useQuery(waitingQuery)
  const [only] = services.length === 1 ? services : []
  const attended = useQuery(attendingOfficesQuery(search))
  const hasOtherSite = attended.data?.some((site) => site.office_id !== office_id) ?? false
  const isAttended =
    office_id === undefined || attended.data?.some((site) => site.office_id === office_id) !== false
  const canWait =
    isAttended && user !== null && services.length > 0 && !isWaitingListUnsupported(waiting.error)
  const anyProfessional = { ...reopenQuestion(choice, 'professional'), primera: true } as const
  const isOfConsultation = choice.exam_id === undefined && choice.procedure === undefined
  return (
    <div className={classes.narrow}>
      <EmptyState icon={IconCalendarOff} title={noSlotTitles[modality ?? 'any']}>
        {canWait
          ? 'Puedes buscar de otra manera, pedir que te avisemos, o llamar al '
          : 'Puedes buscar de otra manera o llamar al '}
        <PhoneLink number={portal.supportPhone} />.
      </EmptyState>
      <div className={classes.buttons}>
        {modality && (
          <Button
            variant="default"
            onClick={() => onChoose({ ...choice, modality: otherModality[modality], day: undefined })}
          >
            {modality === 'presencial' ? 'VER HORAS POR VIDEO' : 'VER HORAS PRESENCIALES'}
          </Button>
        )}
        {office_id && hasOtherSite && (
          <Button
            variant="default"
            onClick={() => onChoose({ ...choice, office_id: 'AMBAS', day: undefined })}
          >
            BUSCAR EN {anySiteLabels(portal.clinic.sites.length).all.toUpperCase()}
          </Button>
        )}
        {rut_professional && isOfConsultation && only && (
          <Button
            variant="default"
            onClick={() =>
              onChoose(
                choice.id_appointment === undefined
                  ? { ...anyProfessional, office_id: choice.office_id ?? 'AMBAS', specialty: only.code }
                  : { ...choice, primera: true },
              )
            }
          >
            BUSCAR CON OTRO PROFESIONAL
          </Button>
        )}
      </div>
      {canWait && (
        <WaitingListForm
          user={user}
          patientId={patientId}
          services={services}
          office={office_id}
          rut={rut_professional}
        />
      )}
    </div>
  )
}

/** Returns the services that the user can wait for: the searched ones, or all that the professional attends. */
function useWaitableServices({ specialty, rut_professional }: SlotSearch): readonly Service[] {
  const isSeveral = specialty?.includes(',') === true
  const named = useQuery({ ...specialtiesQuery({ spec_id: specialty }), enabled: isSeveral })
  const professionals = useQuery({
    ...professionalsQuery({ rut_professional }),
    enabled: specialty === undefined && rut_professional !== undefined,
  })
  if (specialty === undefined) return professionals.data?.[0]?.specialties ?? []
  return isSeveral ? (named.data ?? []) : [{ code: specialty, name: '' }]
}

interface WaitingListFormProps {
  user: CurrentUser
  patientId: number | undefined
  services: readonly Service[]
  office: OfficeCode | undefined
  rut: string | undefined
}

const useDraft = createDraftHook<{ services: string; chosen: string }>()

function WaitingListForm({ user, patientId, services, office, rut }: WaitingListFormProps) {
  const wait = useJoinWaitingList()
  const { others, canBookFor, isPending } = useBookablePeople(user)
  const [asking, setAsking] = useState(false)
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  const specialty = services.length === 1 ? (services[0]?.code ?? '') : chosen
  const ask = () => {
    setMissing(specialty === '')
    if (specialty === '') return
    // The server rejects a patient for whom the user cannot book, so the user chooses another one.
    if (patientId !== undefined && canBookFor(patientId)) join(patientId)
    else if (patientId === undefined && others === false) join(user.id)
    else setAsking(true)
  }
  const join = (patient_id: number) =>
    wait.mutate({ patient_id, specialty, office_id: office, rut_professional: rut })
  // The draft is only offered when the same services can be waited for.
  const codes = services.map(({ code }) => code).join(',')
  const draft = useDraft(() => (chosen !== '' && !wait.isSuccess ? { services: codes, chosen } : null))
  const offered = draft.offered?.services === codes ? draft.offered.chosen : null
  if (wait.isSuccess)
    return (
      <Notice kind="success" announce title="Te avisaremos apenas se libere una hora">
        Te llegará un aviso en el portal y por los canales que elegiste. La guardaremos 30 minutos para ti.
      </Notice>
    )
  return (
    <section className={`portal-card ${classes.card}`} aria-label="Avísame">
      <div>
        <h2>¿Quieres que te avisemos?</h2>
        <p>Si alguien deja libre una hora como la que buscas, te la ofrecemos por orden de llegada.</p>
      </div>
      {offered !== null && (
        <DraftNotice
          onTake={() => {
            setChosen(offered)
            setMissing(false)
            draft.discard()
          }}
          onLeave={draft.discard}
        />
      )}
      {wait.isError && <ErrorNotice error={wait.error} />}
      {services.length > 1 && (
        <SelectField
          label="¿Qué hora esperas?"
          options={services.map(({ code, name }) => ({ id: code, name }))}
          value={chosen}
          onChange={(code) => {
            setChosen(code)
            setMissing(false)
          }}
          error={missing && 'Elige qué hora esperas'}
        />
      )}
      {asking && specialty !== '' ? (
        <>
          <h3>¿Para quién es la hora?</h3>
          <PatientChoice user={user} onChoose={join} />
        </>
      ) : (
        <Button
          leftSection={<IconBellPlus size={20} stroke={1.75} aria-hidden />}
          loading={wait.isPending || (patientId !== undefined && isPending)}
          onClick={ask}
        >
          AVÍSAME
        </Button>
      )}
    </section>
  )
}
