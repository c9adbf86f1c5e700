/** VALIDATE: the data and the photos side by side, read-only, with the decision below them. */

import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { DenialReason, User } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { createDraftHook } from '../../../lib/drafts.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { Shortcuts } from '../../../ui/shortcuts.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { LockedNotice } from '../../account-security/locked-notice.tsx'
import { allForecastsQuery, gendersQuery, nationalitiesQuery } from '../../catalogues/catalogues.queries.ts'
import { WaitingChanges, waitingSteps, waitsForAnother } from '../../confirmations/waiting-changes.tsx'
import { PassportCountryField } from '../../people/account-document/passport-country-field.tsx'
import { toShortName } from '../../people/people.rules.ts'
import { DocumentPhotos } from '../photos/document-photos.tsx'
import { Deadline } from '../user-status.tsx'
import classes from '../users.module.css'
import { useDecision } from '../users.queries.ts'
import { ConfirmInPersonDialog } from './confirm-in-person-dialog.tsx'
import { DenyDialog } from './deny-dialog.tsx'

const useDraft = createDraftHook<{ id: number; reasons: readonly DenialReason[]; reason: string }>()

const findControl = (act: string) => document.querySelector<HTMLElement>(`[data-act=${act}]`)

const shortcuts = [
  { key: 'V', label: 'ver la imagen siguiente', act: () => findControl('photo')?.click() },
  { key: 'C', label: 'ir a confirmar', act: () => findControl('approve')?.focus() },
]

export function ValidateUser({ user }: { user: User }) {
  const navigate = useNavigate()
  const decision = useDecision(user)
  const [denying, setDenying] = useState(false)
  const [isInPerson, setIsInPerson] = useState(false)
  const [country, setCountry] = useState('')
  const [reasons, setReasons] = useState<readonly DenialReason[]>([])
  const [reason, setReason] = useState('')
  const isTyped = reason !== '' || reasons.length > 0
  const draft = useDraft(() => (!isTyped || decision.isSuccess ? null : { id: user.id, reasons, reason }))
  const offered = draft.offered?.id === user.id ? draft.offered : null
  const name = formatFullName(user)
  const home = () => navigate({ to: '/admin/usuarios', search: { estado: 3 } })

  return (
    <>
      <PageHeading
        title={
          <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-2">
            Validar usuario{' '}
            <StatusBadge look="attention" icon={IconClock}>
              Pendiente de validación
            </StatusBadge>
          </span>
        }
        lead={user.due_at ? <Deadline due={user.due_at} /> : undefined}
      />
      <LockedNotice userId={user.id} />
      <WaitingChanges personId={user.id} />
      {user.guardian_mailbox && (
        <div className="mb-4">
          <Notice kind="warning" title="El e-mail es de quien representa a la persona">
            Desde los {portal.ages.reserve} años la cuenta necesita un e-mail que solo ella use, así que no se
            puede confirmar. Deniega el registro antes de que venza y pide a la persona otro registro, con un
            e-mail suyo.
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,6fr)_minmax(0,5fr)] items-start gap-6 max-desktop:grid-cols-1">
        <UserData user={user} />
        <DocumentPhotos user={user} />
      </div>
      {user.document_type_id === documentType.passport && !user.document_country && (
        <section className={`portal-card ${classes.card}`} aria-label="País del pasaporte">
          <p>La persona no indicó el país. Elígelo como aparece en la fotografía del pasaporte.</p>
          <PassportCountryField value={country} onChange={setCountry} />
        </section>
      )}
      <div className="portal-card sticky z-2 bottom-4 flex justify-end mt-6 p-4 shadow-popover max-desktop:bottom-2">
        <div className="flex flex-wrap gap-3 max-desktop:w-full max-desktop:*:flex-[1_1_120px]">
          <Button
            variant="outline"
            danger
            leftSection={<IconX size={20} stroke={1.75} aria-hidden />}
            disabled={decision.isPending}
            onClick={() => setDenying(true)}
          >
            DENEGAR
          </Button>
          <Button
            variant="outline"
            disabled={decision.isPending || user.guardian_mailbox}
            onClick={() => setIsInPerson(true)}
          >
            CONFIRMAR EN PERSONA
          </Button>
          <Button
            data-act="approve"
            leftSection={<IconCheck size={20} stroke={1.75} aria-hidden />}
            loading={decision.isPending && !denying}
            disabled={decision.isPending || user.guardian_mailbox}
            onClick={() => decision.mutate({ approved: true, country })}
          >
            CONFIRMAR
          </Button>
        </div>
      </div>
      <Shortcuts shortcuts={shortcuts} />
      {isInPerson && !decision.isSuccess && (
        <ConfirmInPersonDialog
          name={name}
          country={country}
          decision={decision}
          onClose={() => {
            setIsInPerson(false)
            decision.reset()
          }}
        />
      )}
      {denying && !decision.isSuccess && !decision.isError && (
        <DenyDialog
          name={name}
          reasons={reasons}
          reason={reason}
          sending={decision.isPending}
          onReasons={setReasons}
          onReason={setReason}
          onDeny={() => {
            draft.discard()
            decision.mutate({ approved: false, reasons, reason: reason.trim() })
          }}
          onClose={() => setDenying(false)}
        >
          {offered && (
            <DraftNotice
              onTake={() => {
                setReasons(offered.reasons)
                setReason(offered.reason)
                draft.discard()
              }}
              onLeave={draft.discard}
            />
          )}
        </DenyDialog>
      )}
      {decision.isSuccess && (
        <ResultDialog
          opened
          kind={decision.data.approved ? 'success' : 'notice'}
          title={describeOutcome(decision.data)}
          action={{ label: 'Ver los que esperan', onClick: home }}
          secondary={{ label: 'Volver a usuarios', onClick: () => navigate({ to: '/admin/usuarios' }) }}
          onClose={home}
        >
          {describeNext(decision.data, name)} {decision.data.notified}
        </ResultDialog>
      )}
      {decision.isError && !isInPerson && (
        <ResultDialog
          opened
          kind="error"
          error={decision.error}
          title="No ha sido posible completar la validación"
          onClose={() => {
            decision.reset()
          }}
        >
          {decision.error.message}
        </ResultDialog>
      )}
    </>
  )
}

type Outcome = { readonly approved: boolean; readonly isOpened: boolean }

function describeOutcome({ approved, isOpened }: Outcome): string {
  if (isOpened) return '¡Usuario validado con éxito!'
  return approved ? waitsForAnother : 'Usuario denegado'
}

function describeNext({ approved, isOpened }: Outcome, name: string): string {
  if (isOpened) return `La cuenta de ${name} quedó habilitada: ya puede iniciar sesión.`
  return approved
    ? `La clínica ya tiene horas, exámenes o una cuenta de ${name}. Otra persona del equipo abre también las fotografías y confirma. ${waitingSteps}`
    : `La validación de ${name} fue denegada: puede registrarse nuevamente.`
}

function UserData({ user }: { user: User }) {
  const nationalities = useQuery(nationalitiesQuery).data
  const forecasts = useQuery(allForecastsQuery).data
  const genders = useQuery(gendersQuery).data
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number | null | undefined) =>
    list?.find((entry) => entry.id === id)?.name
  const { known } = user
  const dayIn = (day: string | null | undefined) => day && formatDay(day)
  const isRun = user.document_type_id === documentType.run
  const document = showDocumentWithCountry(user.document_type_id, user.document_number, user.document_country)
  const name = formatFullName(user)
  return (
    <div className="grid gap-4 content-start min-w-0">
      <section className={`portal-card ${classes.card}`} aria-labelledby="datos-personales">
        <div className="flex items-center gap-4">
          <Initials name={toShortName(user)} size={64} />
          <div>
            <h2 id="datos-personales">{name}</h2>
            <p className="type-meta text-muted">
              {isRun ? 'RUT' : 'Pasaporte'} {document}
            </p>
          </div>
        </div>
        {known && (
          <Notice kind="warning" title="La clínica ya conocía a esta persona">
            Al confirmar, estos datos reemplazan los que la clínica tenía. Compara los que están marcados; si
            no son de la misma persona, deniega la validación.
          </Notice>
        )}
        <Data
          rows={[
            ['Nombres', user.first_name, known?.first_name],
            ['Primer apellido', user.last_name, known?.last_name],
            ['Segundo apellido', user.second_name, known?.second_name],
            ['Tipo de documento', isRun ? 'RUT' : 'Pasaporte'],
            ['Número de documento', document],
            ['Fecha de nacimiento', dayIn(user.date_birth), dayIn(known?.date_birth)],
            [
              'Nacionalidad',
              nameIn(nationalities, user.nationality_id),
              nameIn(nationalities, known?.nationality_id),
            ],
            ['Previsión', nameIn(forecasts, user.forecast_id), nameIn(forecasts, known?.forecast_id)],
            ['Género', nameIn(genders, user.gender_id), nameIn(genders, known?.gender_id)],
          ]}
        />
      </section>
      <section className={`portal-card ${classes.card}`} aria-labelledby="datos-de-contacto">
        <h2 id="datos-de-contacto">Datos de contacto</h2>
        <Data
          rows={[
            ['E-mail', user.email, known?.email],
            ['Teléfono', user.phone, known?.phone],
            ['Dirección', user.address, known?.address],
            ['Región', user.region?.name],
            ['Provincia', user.city?.name],
            ['Comuna', user.commune?.name],
          ]}
        />
      </section>
      <section className={`portal-card ${classes.card}`} aria-label="Datos de la cuenta">
        <Data
          rows={[
            ['Rol', user.person_role.name],
            ['Estado', user.status_data.name],
          ]}
        />
      </section>
    </div>
  )
}

type DataRow = readonly [
  label: string,
  value: string | null | undefined,
  /** What the clinic knew before; absent if it knew nothing. */
  known?: string | null | undefined,
]

/** A list of data. A value that differs from what the clinic knew is marked, and the known value is below it. */
function Data({ rows }: { rows: readonly DataRow[] }) {
  return (
    <dl
      className={`grid m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere ${classes.data}`}
    >
      {rows.map(([label, value, known]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '—'}</dd>
          {known && known !== value && (
            <dd className={classes.differs}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              Distinto: la clínica tenía «{known}»
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
