/** Books a procedure: first the site, then the procedure with its sheet of indications, then the free slots. */
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { findSite, portal } from '../../../lib/portal-config.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { StepIndicator } from '../../../ui/step-indicator.tsx'
import { officesQuery } from '../booking.queries.ts'
import { CallCentreBooking, WalkIn } from '../exam-wizard/booking-options.tsx'
import { getPatientKind } from '../exam-wizard/exam-wizard.flow.ts'
import { StepHeading } from '../exam-wizard/step-heading.tsx'
import { usePeople } from '../exam-wizard/wizard-people.queries.ts'
import { reservationAddress } from '../reservation-address.rules.ts'
import { ProcedureData } from './procedure-data.tsx'
import {
  getNextAfterSheet,
  getProcedureStep,
  type ProcedureChoices,
  type ProcedureFacts,
  procedureSteps,
} from './procedures.flow.ts'
import { procedureCategoriesQuery, proceduresQuery } from './procedures.queries.ts'

const address = '/dashboard/agenda-procedimientos'
const stepNames = ['Sucursal', 'Datos del examen', 'Reserva']

export function ProceduresPage() {
  const chosen: ProcedureChoices = useSearch({ from: `/patient${address}` })
  const navigate = useNavigate()
  const family = usePeople(chosen.paciente)
  const choices = family.age === undefined ? chosen : { ...chosen, tipo: getPatientKind(family.age) }
  const offices = useQuery(officesQuery)
  const office = offices.data?.find(({ office_id }) => office_id === choices.sucursal)
  const filter = {
    officeId: office?.id ?? null,
    tipo: choices.tipo,
    isForBoth: family.age === portal.ages.paediatric,
  }
  const categories = useQuery(procedureCategoriesQuery(filter))
  const category = findChosen(categories.data, choices.service_type)
  const procedures = useQuery(proceduresQuery(filter, category?.code))
  // Code of the procedure whose sheet was downloaded; each new choice needs the sheet again.
  const [downloadedCode, setDownloadedCode] = useState<string>()
  const [sending, setSending] = useState(false)
  const procedure = findChosen(procedures.data, choices.exam)
  const facts: ProcedureFacts = {
    choices,
    procedure,
    lacksPatient: family.lacksPatient,
    downloaded: procedure !== null && downloadedCode === procedure.code,
  }
  const step = getProcedureStep(facts)
  const row = procedureSteps[step]

  async function goOn() {
    const to = getNextAfterSheet(facts)
    if (to === null) return
    if (to !== 'hours') return navigate({ to: address, search: { ...chosen, paso: to } })
    setSending(true)
    await navigate({
      href: reservationAddress({
        office_id: choices.sucursal,
        procedure: procedure?.code,
        patient_id: choices.paciente,
      }),
    })
  }

  // With one site there is no question about the site to go back to.
  const isFirst = step === 'exam' && portal.clinic.procedure_sites.length === 1
  const back = isFirst ? null : row.back(choices)
  return (
    <>
      {back === null ? (
        <BackLink to="/dashboard/agenda">Volver atrás</BackLink>
      ) : (
        <BackLink to={address} search={back}>
          Volver atrás
        </BackLink>
      )}
      <StepHeading
        step={step}
        title="Reserva de hora procedimientos"
        lead={office && `Clínica ${office.name}`}
      />
      <div className="-mt-2 mb-6">
        <StepIndicator steps={stepNames} current={row.place} />
      </div>
      {step === 'branch' && <Branches paciente={choices.paciente} />}
      {step === 'exam' && offices.isError && (
        <LoadError error={offices.error} onRetry={offices.refetch} retrying={offices.isFetching} />
      )}
      {step === 'exam' && (
        <ProcedureData
          facts={facts}
          family={family}
          category={category}
          categories={categories}
          procedures={procedures}
          sending={sending}
          onChoices={(changed) => {
            setDownloadedCode(undefined)
            // The address names the kind of patient only where the user has chosen it.
            const search = { ...changed, tipo: family.age === undefined ? changed.tipo : undefined }
            void navigate({ to: address, search, replace: true, state: { keepScroll: true } })
          }}
          onDownload={() => setDownloadedCode(procedure?.code)}
          onContinue={goOn}
        />
      )}
      {step === 'presencial' && procedure && (
        <WalkIn name={procedure.name} officeIds={office ? [office.id] : []} />
      )}
      {step === 'callcenter' && procedure && <CallCentreBooking name={procedure.name} young={false} />}
    </>
  )
}

/** Returns the chosen entry of a list, or the only one. */
function findChosen<Entry extends { code: string }>(list: readonly Entry[] = [], code: string | undefined) {
  return list.find((entry) => entry.code === code) ?? (list.length === 1 ? list[0] : null) ?? null
}

function Branches({ paciente }: { paciente: number | undefined }) {
  return (
    <nav aria-labelledby="sucursales">
      <h2 id="sucursales" className="mb-4 type-section">
        Seleccione Sucursal
      </h2>
      <ul className="plain-list grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-4 max-w-choice">
        {portal.clinic.procedure_sites.map((code) => (
          <li key={code}>
            <Link
              to={address}
              search={{ sucursal: code, paciente }}
              className="block overflow-hidden border border-line-strong rounded-tile bg-card shadow-e2 text-strong no-underline hover:border-action [&_img]:block [&_img]:w-full [&_img]:h-[132px] [&_img]:object-cover"
            >
              <SitePhoto code={code} />
              <span className="flex items-center justify-between min-h-16 py-3 px-4 type-section font-strong">
                {findSite(code)?.name}
                <IconChevronRight size={20} stroke={1.75} aria-hidden />
              </span>
              <span className="block px-4 pt-0 pb-4">
                <OpeningHours hours={findSite(code)?.opening_hours} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SitePhoto({ code }: { code: string }) {
  const photo = findSite(code)?.photo ?? null
  return photo === null ? null : <img className="picture" src={photo} alt="" width={300} height={132} />
}
