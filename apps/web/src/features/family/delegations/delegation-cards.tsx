/** One access that the user gave or received, with what can be changed. */
import type { GivenDelegation, ReceivedDelegation } from '@mi-portal/contract/family/delegations'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { ReactNode } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { DelegationChange } from './delegations.queries.ts'
import { describeAccess, describeMonths } from './delegations.rules.ts'

/** A change that the user has to confirm. */
export interface AskedChange {
  id: number
  change: DelegationChange
  title: string
  confirm: string
  text: string
}

export function Given({
  delegation,
  onAsk,
}: {
  delegation: GivenDelegation
  onAsk(asked: AskedChange): void
}) {
  const { id, delegate, matters, may_book, months, expires_at, answer_until } = delegation
  const document = showDocument(delegation.document_type_id, delegation.document_number)
  const name = delegate ? formatFullName(delegate) : document
  const isOffer = delegate === null
  return (
    <Card
      name={name}
      badge={
        isOffer ? (
          <StatusBadge look="attention">Espera respuesta</StatusBadge>
        ) : (
          <StatusBadge look="success">Activo</StatusBadge>
        )
      }
      rows={[
        ['Puede ver', describeAccess(matters, may_book)],
        isOffer
          ? ['Puede aceptar hasta', formatDay(answer_until)]
          : ['Termina', expires_at === null ? '' : formatDay(expires_at)],
      ]}
    >
      {!isOffer && (
        <Button
          size="sm"
          variant="outline"
          aria-label={`Renovar el acceso de ${name}`}
          onClick={() =>
            onAsk({
              id,
              change: 'renew',
              title: `¿Quieres renovar el acceso de ${name}?`,
              confirm: 'Renovar',
              text: `Podrá seguir viendo lo mismo por ${describeMonths(months)} más, contados desde hoy.`,
            })
          }
        >
          Renovar
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        danger
        aria-label={isOffer ? `Retirar el acceso ofrecido a ${name}` : `Terminar el acceso de ${name}`}
        onClick={() =>
          onAsk({
            id,
            change: 'end',
            title: isOffer
              ? `¿Quieres retirar el acceso que ofreciste a ${name}?`
              : `¿Quieres terminar el acceso de ${name}?`,
            confirm: isOffer ? 'Retirar' : 'Terminar',
            text: isOffer
              ? 'La persona ya no podrá aceptarlo.'
              : 'Deja de ver tus datos de inmediato. Para volver a darle acceso tendrá que aceptarlo otra vez.',
          })
        }
      >
        {isOffer ? 'Retirar' : 'Terminar'}
      </Button>
    </Card>
  )
}

export function Received({
  delegation,
  onAsk,
}: {
  delegation: ReceivedDelegation
  onAsk(asked: AskedChange): void
}) {
  const { id, state, grantor, matters, may_book, months, expires_at, answer_until } = delegation
  const name = formatFullName(grantor)
  const ask = (change: DelegationChange, words: Pick<AskedChange, 'title' | 'confirm' | 'text'>) =>
    onAsk({ id, change, ...words })
  if (state === 'offered')
    return (
      <Card
        name={name}
        badge={<StatusBadge look="attention">Te ofrece acceso</StatusBadge>}
        rows={[
          ['Podrás ver', describeAccess(matters, may_book)],
          ['Durante', describeMonths(months)],
          ['Puedes responder hasta', formatDay(answer_until)],
        ]}
      >
        <Button
          size="sm"
          aria-label={`Aceptar el acceso de ${name}`}
          onClick={() =>
            ask('accept', {
              title: `¿Quieres aceptar el acceso a los datos de ${name}?`,
              confirm: 'Aceptar',
              text: 'Esa persona verá tu nombre y cada vez que uses el acceso.',
            })
          }
        >
          Aceptar
        </Button>
        <Button
          size="sm"
          variant="subtle"
          aria-label={`Rechazar el acceso de ${name}`}
          onClick={() =>
            ask('decline', {
              title: `¿Quieres rechazar el acceso a los datos de ${name}?`,
              confirm: 'Rechazar',
              text: 'No le diremos que lo rechazaste.',
            })
          }
        >
          Rechazar
        </Button>
      </Card>
    )
  return (
    <Card
      name={name}
      badge={<StatusBadge look="success">Activo</StatusBadge>}
      rows={[
        ['Puedes ver', describeAccess(matters, may_book)],
        ['Termina', expires_at === null ? '' : formatDay(expires_at)],
      ]}
    >
      {matters.map((matter) => (
        <OpenLink key={matter} matter={matter} patientId={grantor.id} name={name} />
      ))}
      <Button
        size="sm"
        variant="subtle"
        danger
        aria-label={`Dejar el acceso a los datos de ${name}`}
        onClick={() =>
          ask('end', {
            title: `¿Quieres dejar el acceso a los datos de ${name}?`,
            confirm: 'Dejar',
            text: 'Ya no podrás ver sus datos. Le avisaremos.',
          })
        }
      >
        Dejar
      </Button>
    </Card>
  )
}

/** The link to the page of a matter, with this person's data. */
function OpenLink({ matter, patientId, name }: { matter: DelegableMatter; patientId: number; name: string }) {
  const look = { size: 'sm', variant: 'outline' } as const
  const search = { patient_id: patientId }
  if (matter === 'appointments')
    return (
      <ButtonLink
        {...look}
        to="/dashboard/consultas-medicas/{-$id}"
        params={{ id: undefined }}
        search={search}
        aria-label={`Ver horas de ${name}`}
      >
        Ver horas
      </ButtonLink>
    )
  if (matter === 'exams')
    return (
      <ButtonLink
        {...look}
        to="/dashboard/mis-examenes/{-$id}"
        params={{ id: undefined }}
        search={search}
        aria-label={`Ver exámenes de ${name}`}
      >
        Ver exámenes
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink
        {...look}
        to="/dashboard/solicitud-presupuestos"
        search={search}
        aria-label={`Ver presupuestos de ${name}`}
      >
        Ver presupuestos
      </ButtonLink>
      <ButtonLink
        {...look}
        to="/dashboard/consultas-medicas/{-$id}"
        params={{ id: 'solicitar-documento' }}
        search={search}
        aria-label={`Ver documentos de ${name}`}
      >
        Ver documentos
      </ButtonLink>
    </>
  )
}

interface CardProps {
  name: string
  badge: ReactNode
  rows: readonly (readonly [string, string])[]
  children: ReactNode
}

function Card({ name, badge, rows, children }: CardProps) {
  return (
    <li className="portal-card grid gap-4 min-w-0 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="type-section wrap-anywhere">{name}</h3>
        {badge}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
