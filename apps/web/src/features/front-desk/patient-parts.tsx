/** The parts of a patient's page that are read: requests, family, mails, security, and changes that wait. */
import { confirmationLabels } from '@mi-portal/contract/confirmations'
import type {
  PageMail,
  PagePatient,
  PageRelative,
  PageRequest,
  PatientPage,
} from '@mi-portal/contract/front-desk'
import { linkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatDay, formatTimestamp } from '../../lib/dates.ts'
import { hasPermission } from '../../lib/permissions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Card, Spread } from '../../ui/layout/layout.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { Row, RowLink } from '../../ui/rows/row.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { matterNames } from '../service-requests/inbox/inbox.rules.ts'
import { RequestClock } from '../service-requests/inbox/request-clock.tsx'
import { mailStates } from '../service-requests/mail-states.rules.ts'
import { useSendMailAgain } from './front-desk.queries.ts'

function Part({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Card className="grid grid-cols-1 gap-2" aria-labelledby={id}>
      <Spread>
        <h2 id={id}>{title}</h2>
        {side}
      </Spread>
      {children}
    </Card>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>

/** Returns the page on which staff answer a request. */
function toRequest({ matter, id, state }: PageRequest) {
  return matter === 'complaints'
    ? linkOptions({ to: '/admin/reclamos/$id', params: { id: String(id) } })
    : linkOptions({
        to: '/admin/solicitudes',
        search: { matter, id, estado: state === 'respondida' ? 'respondida' : undefined },
      })
}

export function Requests({ requests }: { requests: readonly PageRequest[] }) {
  return (
    <Part title="Solicitudes">
      {requests.length === 0 && <Nothing>No tiene solicitudes.</Nothing>}
      <ul className="plain-list rows">
        {requests.map((request) => (
          <Row
            key={`${request.matter} ${request.id}`}
            meta={`${matterNames[request.matter]} · N° ${request.receipt}`}
            side={
              request.state === 'pendiente' ? (
                <RequestClock request={request} />
              ) : (
                <span className="type-meta text-success">
                  Respondida el {formatDay(request.answered_at ?? request.created_at)}
                </span>
              )
            }
          >
            <RowLink {...toRequest(request)}>{request.subject}</RowLink>
          </Row>
        ))}
      </ul>
    </Part>
  )
}

export function Family({ patient, family }: { patient: PagePatient; family: readonly PageRelative[] }) {
  return (
    <Part
      title="Familia"
      side={
        <TextLink
          to="/admin/familia/$leader_id"
          params={{ leader_id: String(patient.id) }}
          className="tap-target"
        >
          Ver su grupo
        </TextLink>
      }
    >
      {family.length === 0 && <Nothing>No tiene grupo familiar.</Nothing>}
      <ul className="plain-list rows">
        {family.map((relative) => (
          <Row key={`${relative.is_owner} ${relative.id}`} meta={describeRelative(relative)}>
            <RowLink to="/admin/pacientes/$id" params={{ id: String(relative.id) }}>
              {relative.full_name}
            </RowLink>
          </Row>
        ))}
      </ul>
    </Part>
  )
}

function describeRelative({
  relationship,
  is_owner,
  is_pending,
  is_guardian,
  may_book,
}: PageRelative): string {
  return [
    is_owner ? `Titular del grupo en que figura como ${relationship.toLowerCase()}` : relationship,
    is_pending && 'invitación sin responder',
    is_guardian && (is_owner ? 'la representa' : 'a su cargo'),
    may_book && (is_owner ? 'puede reservar por esta persona' : 'puede reservarle'),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function Mails({ mails }: { mails: readonly PageMail[] }) {
  const again = useSendMailAgain()
  const mayRetry = hasPermission(useCurrentUser(), ['operations.read', 'users.edit'])
  return (
    <Part title="Correos">
      {again.isError && <ErrorNotice error={again.error} />}
      {mails.length === 0 && <Nothing>El portal no le ha enviado correos.</Nothing>}
      <ul className="plain-list rows">
        {mails.map(({ id, subject, created_at, state }) => {
          const { text, icon: Icon, look } = mailStates[state]
          return (
            <Row
              key={id}
              lead={<Icon size={20} stroke={1.75} className={`flex-none ${look}`} aria-hidden />}
              meta={`${text} · ${formatTimestamp(created_at)}`}
              side={
                state === 'parked' &&
                mayRetry && (
                  <Button
                    size="xs"
                    variant="text"
                    loading={again.isPending && again.variables === id}
                    aria-label={`Reintentar el correo «${subject}»`}
                    onClick={() => again.mutate(id)}
                  >
                    Reintentar
                  </Button>
                )
              }
            >
              {subject}
            </Row>
          )
        })}
      </ul>
    </Part>
  )
}

export function Security({ security }: { security: PatientPage['security'] }) {
  const { locked_at, recovery_frozen_at, second_factor } = security
  return (
    <Part title="Seguridad">
      <ul className="plain-list rows">
        <Row>
          {locked_at === null ? 'Cuenta sin bloqueo' : `Cuenta bloqueada el ${formatTimestamp(locked_at)}`}
        </Row>
        {recovery_frozen_at !== null && (
          <Row>Recuperación detenida desde el {formatTimestamp(recovery_frozen_at)}</Row>
        )}
        <Row>{second_factor ? 'Tiene código extra, huella o PIN' : 'Sin código extra'}</Row>
      </ul>
    </Part>
  )
}

export function EmergencyContact({ patient: { emergency_contact } }: { patient: PagePatient }) {
  return (
    <Part title="Contacto de emergencia">
      {emergency_contact === null ? (
        <Nothing>No lo ha indicado.</Nothing>
      ) : (
        <p>
          {emergency_contact.name} ({emergency_contact.relationship}),{' '}
          <PhoneLink number={emergency_contact.phone} />
        </p>
      )}
    </Part>
  )
}

export function Confirmations({
  confirmations,
}: {
  confirmations: NonNullable<PatientPage['confirmations']>
}) {
  if (confirmations.length === 0) return null
  return (
    <Part title="Por confirmar" side={<TextLink to="/admin/por-confirmar">Ver todas</TextLink>}>
      <ul className="plain-list rows">
        {confirmations.map(({ id, kind, requested_by, requested_at }) => (
          <Row key={id} meta={`Lo pidió ${requested_by} el ${formatTimestamp(requested_at)}`}>
            {confirmationLabels[kind]}
          </Row>
        ))}
      </ul>
    </Part>
  )
}
