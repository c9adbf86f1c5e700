/** The security of the user's own account: second factor, passkeys, open session, sign-ins, and locking. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { type CurrentUser, closeSession, useCurrentUser } from '../../lib/session.ts'
import cardClasses from '../../ui/account-card.module.css'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { signOut } from '../session/ending/sign-out.queries.ts'
import { SecondFactorCard } from '../session/second-factor-card.tsx'
import { sessionQuery, useLockAccount } from './security.queries.ts'
import { SignInsList } from './sign-ins-list.tsx'

export function PatientSecurityPage() {
  const user = useCurrentUser()
  return user && <Security user={user} title="Mi seguridad" address="/dashboard/seguridad" home="/" />
}

export function StaffSecurityPage() {
  const user = useCurrentUser()
  return user && <Security user={user} title="Seguridad" address="/admin/seguridad" home="/admin" />
}

interface SecurityProps {
  user: CurrentUser
  title: string
  address: '/dashboard/seguridad' | '/admin/seguridad'
  home: '/' | '/admin'
}

function Security({ user, title, address, home }: SecurityProps) {
  const { page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isPatient = home === '/'
  return (
    <>
      <PageHeading title={title}>
        {isPatient && (
          <TextLink to="/dashboard/perfil" search={{ tab: 'cambiar-contrasena' }}>
            Cambiar contraseña
          </TextLink>
        )}
      </PageHeading>
      <div className="grid gap-6">
        <SecondFactorCard />
        <PasskeysSection />
        <OpenSession user={user} home={home} />
        <SignInsList
          userId={user.id}
          page={page}
          onPage={(to, replace) =>
            navigate({ to: address, search: { page: to === 1 ? undefined : to }, replace })
          }
        />
        <LockAccount />
      </div>
    </>
  )
}

function OpenSession({ user, home }: Pick<SecurityProps, 'user' | 'home'>) {
  const query = useQuery(sessionQuery(user.id))
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await signOut()
    await navigate({ to: home })
  }
  return (
    <section className={`portal-card ${cardClasses.card}`} aria-labelledby="sesion-abierta">
      <h2 id="sesion-abierta">Sesión abierta</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={72} />}>
        {({ opened_at, device }) => (
          <p>
            {device} (este), desde {formatTimestamp(opened_at)}
          </p>
        )}
      </QueryContent>
      <div className={cardClasses.buttons}>
        <Button variant="outline" loading={leaving} onClick={() => void leave()}>
          Cerrar sesión
        </Button>
      </div>
    </section>
  )
}

function LockAccount() {
  const navigate = useNavigate()
  const lock = useLockAccount()
  const [asking, setAsking] = useState(false)
  function confirm() {
    lock.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/proteger/$what/{-$token}', params: { what: 'bloquear', token: 'listo' } })
        closeSession()
      },
    })
  }
  return (
    <section className={`portal-card ${cardClasses.card}`} aria-labelledby="bloquear-cuenta">
      <h2 id="bloquear-cuenta">Bloquear mi cuenta</h2>
      <p>Nadie podrá entrar, tampoco tú, hasta que la desbloquees en la clínica.</p>
      <div className={cardClasses.buttons}>
        <Button variant="outline" danger onClick={() => setAsking(true)}>
          Bloquear mi cuenta
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        danger
        title="¿Bloquear tu cuenta ahora?"
        confirm="Bloquear"
        loading={lock.isPending}
        onConfirm={confirm}
        onClose={() => {
          lock.reset()
          setAsking(false)
        }}
      >
        {lock.isError && <ErrorNotice error={lock.error} />}
        <ul className="grid gap-1 pl-6">
          <li>Se cierran tus sesiones y los enlaces de exámenes que compartiste.</li>
          <li>No se puede iniciar sesión ni recuperar la contraseña.</li>
          <li>Tus horas siguen reservadas, pero no te enviaremos recordatorios.</li>
          <li>Para desbloquearla tendrás que ir a la clínica con tu documento de identidad.</li>
        </ul>
      </ConfirmDialog>
    </section>
  )
}
