/**
 * Page of the link in an invitation e-mail: shows who asks, and two answers. Opening it decides nothing, because mail
 * scanners open links too.
 */

import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { invitationOver } from '@mi-portal/contract/family/invitations'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { IconMailOff, IconUsersPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { formatDay } from '../../lib/dates.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { GroupRules, wantsToAddYou } from './addition/group-rules.tsx'
import { useDecideRequest } from './family.queries.ts'
import { invitationQuery } from './invitation.queries.ts'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:*:flex-auto'

export function InvitationPage() {
  const { token = '' } = useParams({ strict: false })
  const query = useQuery(invitationQuery(token))
  const { data, error } = query
  if (data) return <Invitation invitation={data} />
  if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429) {
    return (
      <>
        <PageHeading title="Invitación a un grupo familiar" />
        <EmptyState
          icon={IconMailOff}
          title={invitationOver}
          action={<ButtonLink to="/">IR AL PORTAL</ButtonLink>}
        >
          Puede haber vencido o ya haber sido respondida. Tus solicitudes están en «Mi Grupo familiar».
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeading title="Invitación a un grupo familiar" />
      {error ? (
        <LoadError error={error} onRetry={query.refetch} retrying={query.isFetching} />
      ) : (
        <BlockSkeleton height={280} />
      )}
    </>
  )
}

function Invitation({ invitation }: { invitation: Reply<typeof invitationEndpoints.openInvitation> }) {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const router = useRouter()
  const decide = useDecideRequest(false)
  const applicant = formatFullName(invitation.applicant)
  const wrongPerson =
    decide.error instanceof CallError && (decide.error.status === 404 || decide.error.status === 403)

  const choose = (approved: boolean) =>
    decide.mutate(
      { request: invitation.request, approved },
      { onSuccess: (landing) => landing && router.history.push(landing) },
    )
  const signIn = () =>
    navigate({ to: '/', state: (before) => ({ ...before, returnTo: router.state.location.href }) })

  return (
    <section className="portal-card grid gap-4 max-w-[560px] my-0 mx-auto p-6 max-desktop:p-4">
      <span className="size-[52px] grid place-items-center rounded-picture bg-soft text-on-soft">
        <IconUsersPlus size={28} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h1>Invitación a un grupo familiar</h1>
        <p className="mt-2">
          Hola, {invitation.invited_first_name}: <strong>{applicant}</strong> {wantsToAddYou}
        </p>
      </div>
      <dl className="grid pair-grid gap-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere">
        <div>
          <dt>Relación</dt>
          <dd>{invitation.type_relationship.name}</dd>
        </div>
        <div>
          <dt>Puedes responder hasta el</dt>
          <dd>{formatDay(invitation.expires_at)}</dd>
        </div>
      </dl>
      <GroupRules />
      {decide.isError && (
        <Notice
          kind="error"
          title={
            wrongPerson
              ? 'Esta invitación es para otra persona. Cierra sesión e ingresa con la cuenta que recibió el correo.'
              : decide.error.message
          }
        />
      )}
      {user ? (
        <div className={buttonsLook}>
          <Button
            variant="default"
            disabled={decide.isPending}
            loading={decide.isPending && !decide.variables.approved}
            onClick={() => choose(false)}
          >
            RECHAZAR
          </Button>
          <Button
            disabled={decide.isPending}
            loading={decide.isPending && decide.variables.approved}
            onClick={() => choose(true)}
          >
            ACEPTAR
          </Button>
        </div>
      ) : (
        <>
          <p>Para responder, inicia sesión con tu cuenta.</p>
          <div className={buttonsLook}>
            <Button onClick={signIn}>INICIAR SESIÓN</Button>
          </div>
        </>
      )}
    </section>
  )
}
