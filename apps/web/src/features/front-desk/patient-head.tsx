import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { PagePatient } from '@mi-portal/contract/front-desk'
import { accountStatus } from '@mi-portal/contract/people'
import { withoutAccount } from '@mi-portal/contract/users'
import { ageOn } from '@mi-portal/contract/values/dates'
import { IconMail, IconPencil, IconPhone } from '@tabler/icons-react'
import { formatDay, today } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Cluster, Spread } from '../../ui/layout/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { describeAge } from '../attendance/arrivals.rules.ts'
import { toShortName } from '../people/people.rules.ts'

const looks = {
  [accountStatus.enabled]: 'success',
  [accountStatus.disabled]: 'error',
  [accountStatus.pending]: 'attention',
  [withoutAccount.id]: 'neutral',
} as const

/** What the button that leads to the person's data is for. */
const editLabels: Readonly<Record<number, string>> = {
  [accountStatus.pending]: 'Validar',
  [withoutAccount.id]: 'Abrir cuenta',
}

/** Returns what the button that leads to the person's data is called. */
export const nameEdit = ({ status_data }: PagePatient) => editLabels[status_data.id] ?? 'Editar datos'

export function PatientHead({ patient, mayEdit }: { patient: PagePatient; mayEdit: boolean }) {
  const { id, document_type_id, document_number, document_country, date_birth, phone, email } = patient
  const { status_data, deleted, deceased } = patient
  const name = formatFullName(patient)
  const look = looks[status_data.id as keyof typeof looks]
  return (
    <header className="mb-6 grid grid-cols-1 gap-4">
      <Spread className="items-start">
        <div className="flex min-w-0 flex-[1_1_320px] items-start gap-4">
          <Initials name={toShortName(patient)} size={56} />
          <div className="grid min-w-0 gap-1">
            <Cluster>
              <h1>{name}</h1>
              <StatusBadge look={deleted ? 'error' : look}>
                {deleted ? 'Perfil eliminado' : status_data.name}
              </StatusBadge>
            </Cluster>
            <Cluster className="text-muted">
              <span>{showDocumentWithCountry(document_type_id, document_number, document_country)}</span>
              {date_birth && (
                <span>
                  {describeAge(ageOn(date_birth, today()))} · {formatDay(date_birth)}
                </span>
              )}
              <span className="inline-flex items-center gap-1">
                <IconPhone size={18} stroke={1.75} aria-hidden />
                {phone ? <PhoneLink number={phone} /> : <span className="text-error">sin teléfono</span>}
              </span>
              <span className="inline-flex min-w-0 flex-wrap items-center gap-1">
                <IconMail size={18} stroke={1.75} aria-hidden />
                {email === null ? (
                  <span className="text-error">sin correo</span>
                ) : (
                  <>
                    <span className="min-w-0 wrap-anywhere">{email}</span>
                    {patient.email_verified ? (
                      <span className="text-success">confirmado</span>
                    ) : (
                      <span className="text-attention">sin confirmar</span>
                    )}
                  </>
                )}
              </span>
            </Cluster>
          </div>
        </div>
        {mayEdit && (
          <ButtonLink
            to="/admin/usuarios/editar/$id"
            params={{ id: String(id) }}
            variant="outline"
            leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
          >
            {nameEdit(patient)}
          </ButtonLink>
        )}
      </Spread>
      {deceased && (
        <Notice
          kind="warning"
          title={
            deceased.on
              ? `La clínica registró su fallecimiento el ${formatDay(deceased.on)}`
              : 'La clínica registró su fallecimiento'
          }
        />
      )}
    </header>
  )
}
