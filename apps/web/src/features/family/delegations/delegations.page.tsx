/** The accesses that the user gave to other adults and received from them: accepted, renewed and ended here. */

import type { GivenDelegation, ReceivedDelegation } from '@mi-portal/contract/family/delegations'
import { formatFullName } from '@mi-portal/contract/full-name'
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { IconKey, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import classes from './delegations.module.css'
import { type DelegationChange, delegationsQuery, useChangeDelegation } from './delegations.queries.ts'
import { describeAccess, describeMonths } from './delegations.rules.ts'

const listLook = 'plain-list grid gap-3'

/** A change that the user has to confirm. */
interface AskedChange {
  id: number
  change: DelegationChange
  title: string
  confirm: string
  text: string
}

export function DelegationsPage() {
  const query = useQuery(delegationsQuery)
  const [asked, setAsked] = useState<AskedChange | null>(null)
  return (
    <>
      <BackLink to="/dashboard/mi-grupo-familiar">Volver a mi grupo familiar</BackLink>
      <PageHeading
        title="Accesos entre personas adultas"
        lead="Decide qué puede ver de ti otra persona adulta, y hasta cuándo. Verás cada vez que lo use."
      >
        <GiveLink />
      </PageHeading>
      <QueryContent query={query}>
        {({ given, received, lacks_country }) => (
          <>
            <Section id="accesos-dados" title="Accesos que diste">
              {given.length === 0 ? (
                <EmptyState icon={IconKey} title="No le has dado acceso a nadie" action={<GiveLink />} />
              ) : (
                <ul className={listLook}>
                  {given.map((one) => (
                    <Given key={one.id} delegation={one} onAsk={setAsked} />
                  ))}
                </ul>
              )}
              <p className={classes.hint}>
                <TextLink to="/dashboard/perfil" search={{ tab: 'quien-vio-mis-datos' }}>
                  Ver quién vio mis datos
                </TextLink>
              </p>
            </Section>
            <Section id="accesos-recibidos" title="Accesos que recibiste">
              {lacks_country && (
                <Notice kind="info">
                  No sabemos qué país emitió tu pasaporte, y por eso nadie puede darte acceso todavía. Pide en
                  el mesón de la clínica que lo registren; lleva tu pasaporte.
                </Notice>
              )}
              {received.length === 0 ? (
                <p className="portal-card py-6 px-4 text-center text-muted">
                  Nadie te ha dado acceso a sus datos
                </p>
              ) : (
                <ul className={listLook}>
                  {received.map((one) => (
                    <Received key={one.id} delegation={one} onAsk={setAsked} />
                  ))}
                </ul>
              )}
            </Section>
          </>
        )}
      </QueryContent>
      {asked && (
        <ChangeDialog key={`${asked.id} ${asked.change}`} asked={asked} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

function GiveLink() {
  return (
    <ButtonLink
      to="/dashboard/mi-grupo-familiar/accesos/dar"
      leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
    >
      DAR ACCESO
    </ButtonLink>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Given({ delegation, onAsk }: { delegation: GivenDelegation; onAsk(asked: AskedChange): void }) {
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

function Received({
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

function ChangeDialog({ asked, onClose }: { asked: AskedChange; onClose(): void }) {
  const change = useChangeDelegation()
  if (change.isError)
    return (
      <ResultDialog
        opened
        kind="error"
        error={change.error}
        title="No fue posible completar el cambio"
        onClose={onClose}
      >
        {change.error.message}
      </ResultDialog>
    )
  return (
    <ConfirmDialog
      opened
      danger={asked.change === 'end'}
      title={asked.title}
      confirm={asked.confirm}
      loading={change.isPending}
      onConfirm={() => change.mutate(asked, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{asked.text}</p>
    </ConfirmDialog>
  )
}
