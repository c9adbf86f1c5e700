/** Nothing is free: the other site, another professional, or word as soon as an hour is freed. */
import type { OfficeCode, Service } from '@mi-portal/contract/booking'
import { IconBellPlus, IconCalendarOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { groupQuery } from '../../family/family.queries.ts'
import {
  isWithoutWaitingList,
  professionalsQuery,
  type SlotSearch,
  specialtiesQuery,
  waitFor,
  waitingQuery,
} from '../booking.queries.ts'
import { PersonChoice } from './person-choice.tsx'
import { type Choice, reopened, searchOf } from './reservation.flow.ts'
import classes from './reservation.module.css'

interface NoHoursProps {
  choice: Choice
  onChoose(choice: Choice): unknown
  /** What was searched by, where the address alone does not say it. */
  search?: SlotSearch
}

export function NoHours({ choice, onChoose, search = searchOf(choice) }: NoHoursProps) {
  const user = useCurrentUser()
  const { office_id, rut_professional } = search
  const services = useWaitedFor(search)
  const waiting = useQuery(waitingQuery)
  const canWait = user !== null && services.length > 0 && !isWithoutWaitingList(waiting.error)
  const [only] = services.length === 1 ? services : []
  const anyone = { ...reopened(choice, 'professional'), primera: true } as const
  const isOfConsultation = choice.exam_id === undefined && choice.procedure === undefined
  return (
    <div className={classes.narrow}>
      <EmptyState icon={IconCalendarOff} title="No hay horas libres en los próximos dos meses">
        {canWait
          ? 'Puedes buscar de otra manera, pedir que te avisemos, o llamar al '
          : 'Puedes buscar de otra manera o llamar al '}
        <PhoneLink number={portal.supportPhone} />.
      </EmptyState>
      <div className={classes.buttons}>
        {office_id && (
          <Button
            variant="default"
            onClick={() => onChoose({ ...choice, office_id: 'AMBAS', day: undefined })}
          >
            BUSCAR EN AMBAS CLÍNICAS
          </Button>
        )}
        {rut_professional && isOfConsultation && only && (
          <Button
            variant="default"
            onClick={() =>
              onChoose(
                choice.id_appointment === undefined
                  ? { ...anyone, office_id: choice.office_id ?? 'AMBAS', specialty: only.code }
                  : { ...choice, primera: true },
              )
            }
          >
            BUSCAR CON OTRO PROFESIONAL
          </Button>
        )}
      </div>
      {canWait && <TellMe user={user} services={services} office={office_id} rut={rut_professional} />}
    </div>
  )
}

/** What can be waited for: what was searched by, or else all that the professional attends. */
function useWaitedFor({ specialty, rut_professional }: SlotSearch): readonly Service[] {
  const isSeveral = specialty?.includes(',') === true
  const named = useQuery({ ...specialtiesQuery({ spec_id: specialty }), enabled: isSeveral })
  const professionals = useQuery({
    ...professionalsQuery({ rut_professional }),
    enabled: specialty === undefined && rut_professional !== undefined,
  })
  if (specialty === undefined) return professionals.data?.[0]?.specialties ?? []
  return isSeveral ? (named.data ?? []) : [{ code: specialty, name: '' }]
}

interface TellMeProps {
  user: CurrentUser
  services: readonly Service[]
  office: OfficeCode | undefined
  rut: string | undefined
}

function TellMe({ user, services, office, rut }: TellMeProps) {
  const client = useQueryClient()
  const { data: group = [] } = useQuery(groupQuery({ patientId: user.id, asStaff: false }))
  const [asking, setAsking] = useState(false)
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  const specialty = services.length === 1 ? (services[0]?.code ?? '') : chosen
  const ask = () => {
    setMissing(specialty === '')
    if (specialty === '') return
    if (group.some(({ may_book }) => may_book)) setAsking(true)
    else wait.mutate(user.id)
  }
  const wait = useMutation({
    mutationFn: (patient_id: number) =>
      waitFor({ patient_id, specialty, office_id: office, rut_professional: rut }),
    onSuccess: () => client.invalidateQueries({ queryKey: waitingQuery.queryKey }),
  })
  if (wait.isSuccess)
    return (
      <Notice kind="success" announce title="Te avisaremos apenas se libere una hora">
        Te llegará un correo y un aviso en el portal. La guardaremos 30 minutos para ti.
      </Notice>
    )
  return (
    <section className={`portal-card ${classes.card}`} aria-label="Avísame">
      <div>
        <h2>¿Quieres que te avisemos?</h2>
        <p>Si alguien deja libre una hora como la que buscas, te la ofrecemos por orden de llegada.</p>
      </div>
      {wait.isError && <Notice kind="error" title={wait.error.message} />}
      {services.length > 1 && (
        <ShortListField
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
          <PersonChoice user={user} onChoose={wait.mutate} />
        </>
      ) : (
        <Button
          leftSection={<IconBellPlus size={20} stroke={1.75} aria-hidden />}
          loading={wait.isPending}
          onClick={ask}
        >
          AVÍSAME
        </Button>
      )}
    </section>
  )
}
