/** Books a procedure: first the site, then the procedure with its sheet of indications, then the free slots. */
import type { OfficeCode } from '@mi-portal/contract/booking/services'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import maipu from '../../../ui/art/clinic-maipu.svg'
import providencia from '../../../ui/art/clinic-providencia.svg'
import { LoadError } from '../../../ui/load-error.tsx'
import { StepTrail } from '../../../ui/step-trail.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { officesQuery } from '../booking.queries.ts'
import wizard from '../exam-wizard/exam-wizard.module.css'
import { StepHeading } from '../exam-wizard/step-heading.tsx'
import { ByPhone, WalkIn } from '../exam-wizard/ways.tsx'
import { reservationAddress } from '../hand-off.rules.ts'
import { ProcedureData } from './procedure-data.tsx'
import {
  afterSheet,
  type ProcedureChoices,
  type ProcedureFacts,
  procedureSteps,
  stepOf,
} from './procedures.flow.ts'
import classes from './procedures.module.css'
import { procedureCategoriesQuery, proceduresQuery } from './procedures.queries.ts'

const address = '/dashboard/agenda-procedimientos'
const trail = ['Sucursal', 'Datos del examen', 'Reserva']

export function ProceduresPage() {
  const choices: ProcedureChoices = useSearch({ from: `/patient${address}` })
  const navigate = useNavigate()
  const offices = useQuery(officesQuery)
  const office = offices.data?.find(({ office_id }) => office_id === choices.sucursal)
  const asked = { officeId: office?.id ?? null, tipo: choices.tipo }
  const categories = useQuery(procedureCategoriesQuery(asked))
  const procedures = useQuery(proceduresQuery(asked, choices.service_type))
  // Code of the procedure whose sheet was downloaded; each new choice needs the sheet again.
  const [downloadedOf, setDownloadedOf] = useState<string>()
  const [sending, setSending] = useState(false)
  const procedure = procedures.data?.find(({ code }) => code === choices.exam) ?? null
  const facts: ProcedureFacts = {
    choices,
    procedure,
    downloaded: procedure !== null && downloadedOf === procedure.code,
  }
  const step = stepOf(facts)
  const row = procedureSteps[step]

  async function goOn() {
    const to = afterSheet(facts)
    if (to === null) return
    if (to !== 'hours') return navigate({ to: address, search: { ...choices, paso: to } })
    setSending(true)
    const { sucursal, exam } = choices
    await navigate({ href: reservationAddress({ office_id: sucursal, procedure: exam }) })
  }

  const back = row.back(choices)
  return (
    <>
      <p className={wizard.back}>
        {back === null ? (
          <TextLink to="/dashboard/agenda">
            <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Volver atrás
          </TextLink>
        ) : (
          <TextLink to={address} search={back}>
            <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Volver atrás
          </TextLink>
        )}
      </p>
      <StepHeading
        step={step}
        title="Reserva de hora procedimientos"
        lead={office && `Clínica ${office.name}`}
      />
      <div className={wizard.trail}>
        <StepTrail steps={trail} current={row.place} />
      </div>
      {step === 'branch' && <Branches />}
      {step === 'exam' && offices.isError && (
        <LoadError error={offices.error} onRetry={offices.refetch} retrying={offices.isFetching} />
      )}
      {step === 'exam' && (
        <ProcedureData
          facts={facts}
          categories={categories}
          procedures={procedures}
          sending={sending}
          onChoices={(chosen) => {
            setDownloadedOf(undefined)
            void navigate({ to: address, search: chosen, replace: true, state: { keepScroll: true } })
          }}
          onDownload={() => setDownloadedOf(procedure?.code)}
          onSubmit={goOn}
        />
      )}
      {step === 'presencial' && procedure && (
        <WalkIn name={procedure.name} officeIds={office ? [office.id] : []} />
      )}
      {step === 'callcenter' && procedure && <ByPhone name={procedure.name} young={false} />}
    </>
  )
}

const branches: readonly { code: OfficeCode; name: string; picture: string }[] = [
  { code: 'PROVIDENCIA', name: 'Providencia', picture: providencia },
  { code: 'MAIPU', name: 'Maipú', picture: maipu },
]

function Branches() {
  return (
    <nav aria-labelledby="sucursales">
      <h2 id="sucursales" className={classes.title}>
        Seleccione Sucursal
      </h2>
      <ul className={classes.branches}>
        {branches.map(({ code, name, picture }) => (
          <li key={code}>
            <Link to={address} search={{ sucursal: code }} className={classes.branch}>
              <img src={picture} alt="" width={300} height={132} />
              <span className={classes.name}>
                {name}
                <IconChevronRight size={20} stroke={1.75} aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
