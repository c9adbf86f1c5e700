/** The page on which an applicant follows the registration that staff validate. It contains no name, because any holder of the link can open it. */

import type { ApplicationState } from '@mi-portal/contract/applications'
import { mayRegisterAgain } from '@mi-portal/contract/applications'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { businessHoursBetween } from '@mi-portal/contract/values/business-hours'
import {
  IconCircle,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDotFilled,
  IconCircleX,
  IconClock,
  IconIdBadge2,
  IconLinkOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { applicationQuery, useCounterCode } from './applications.queries.ts'

export function ApplicationPage() {
  const { key = '' } = useParams({ strict: false })
  const query = useQuery(applicationQuery(key))
  // A key of another form is as unknown as one that no application has.
  const isUnknown = query.error instanceof CallError && [400, 404].includes(query.error.status)
  if (isUnknown)
    return (
      <div className="mx-auto grid max-w-[620px] gap-6">
        <Card icon={IconLinkOff} title="Este enlace no corresponde a ningún registro">
          <p>
            Revisa que esté completo. Si ya te respondimos hace tiempo, el enlace venció: prueba iniciar
            sesión.
          </p>
          <ButtonLink to="/" fullWidth>
            INICIAR SESIÓN
          </ButtonLink>
          <p>
            Si necesitas ayuda, llama al <PhoneLink number={portal.supportPhone} />.
          </p>
        </Card>
      </div>
    )
  return (
    <div className="mx-auto grid max-w-[620px] gap-6">
      {!query.data && <h1 className="portal-hidden">Tu registro</h1>}
      <QueryContent query={query} skeleton={<BlockSkeleton height={320} />}>
        {(application) => <Application key={application.state} id={key} application={application} />}
      </QueryContent>
    </div>
  )
}

function Application({ id, application }: { id: string; application: ApplicationState }) {
  switch (application.state) {
    case 'waiting':
      return <Waiting id={id} application={application} />
    case 'approved':
      return (
        <Card icon={IconCircleCheck} look="good" title="Validamos tu identidad">
          <p>Tu cuenta está habilitada. Inicia sesión con tu documento y la contraseña que elegiste.</p>
          <ButtonLink to="/" fullWidth>
            INICIAR SESIÓN
          </ButtonLink>
        </Card>
      )
    case 'denied':
      return (
        <Card icon={IconCircleX} look="bad" title="No pudimos validar tu identidad">
          {application.reason && (
            <p>
              <strong>Motivo:</strong> {application.reason}
            </p>
          )}
          <p>{mayRegisterAgain}</p>
          <ButtonLink to="/registrar" fullWidth>
            REGISTRARME NUEVAMENTE
          </ButtonLink>
          <p>
            Si necesitas ayuda, llama al <PhoneLink number={portal.supportPhone} />.
          </p>
        </Card>
      )
  }
}

function Waiting({ id, application }: { id: string; application: ApplicationState }) {
  const { applied_at, due_at } = application
  const left = Math.ceil(businessHoursBetween(now(), new Date(due_at)))
  return (
    <>
      <Card icon={IconClock} title="Estamos validando tu identidad">
        <ol className="plain-list grid gap-4">
          <ApplicationStep icon={IconCircleCheckFilled} look="text-success" title="Recibimos tu registro">
            {formatTimestamp(applied_at)}
          </ApplicationStep>
          <ApplicationStep
            icon={IconCircleDotFilled}
            look="text-link"
            title="El equipo revisa tus fotografías y tus datos"
            isCurrent
          >
            {left > 0 && describeLeft(left)}
          </ApplicationStep>
          <ApplicationStep icon={IconCircle} look="text-muted" title="Aquí verás el resultado">
            A más tardar el {formatTimestamp(due_at)}
          </ApplicationStep>
        </ol>
        {left === 0 && (
          <Notice kind="warning" title="Nos estamos demorando más de lo prometido">
            Disculpa la espera. Llama al <PhoneLink number={portal.supportPhone} />, o ven con tu documento y
            confirma en persona.
          </Notice>
        )}
        <p>
          Hasta entonces no podrás iniciar sesión. Puedes cerrar esta página y volver a ella con su dirección.
        </p>
      </Card>
      <CounterCode id={id} validUntil={application.code_expires_at} />
    </>
  )
}

interface ApplicationStepProps {
  icon: Icon
  look: string
  title: string
  isCurrent?: boolean
  children: ReactNode
}

function ApplicationStep({ icon: Icon, look, title, isCurrent, children }: ApplicationStepProps) {
  return (
    <li className="flex gap-3" aria-current={isCurrent && 'step'}>
      <span className={`flex-none ${look}`}>
        <Icon size={24} stroke={1.75} aria-hidden />
      </span>
      <div>
        <strong className="block">{title}</strong>
        <span className="type-meta text-muted">{children}</span>
      </div>
    </li>
  )
}

function describeLeft(hours: number): string {
  return hours === 1 ? 'Queda 1 hora hábil como máximo' : `Quedan ${hours} horas hábiles como máximo`
}

/** The code with which a member of staff at the counter confirms the person at once. */
function CounterCode({ id, validUntil }: { id: string; validUntil: string | null }) {
  const request = useCounterCode(id)
  const made = request.data
  return (
    <Card icon={IconIdBadge2} title="¿Prefieres no esperar? Confirma en persona" level={2}>
      <p>
        Ven a cualquiera de nuestras sedes con tu documento de identidad y un código de esta página. Ahí
        comprobamos que eres tú y habilitamos tu cuenta de inmediato.
      </p>
      <div role="status" className="grid gap-3 empty:hidden">
        {made && (
          <>
            <p
              className="type-title grid gap-1 rounded-picture bg-soft p-4 text-center tracking-[0.08em] text-strong"
              translate="no"
            >
              <span className="type-meta font-strong tracking-normal text-muted">Tu código</span>
              {`${made.code.slice(0, 3)} ${made.code.slice(3)}`}
            </p>
            <p>
              Vale hasta el {formatTimestamp(made.expires_at)}. Dilo solo en el mesón, nunca por teléfono ni
              por e-mail. Por seguridad no se vuelve a mostrar: si lo pierdes, obtén otro.
            </p>
          </>
        )}
      </div>
      {!made && validUntil && (
        <p>
          Ya obtuviste un código, que vale hasta el {formatTimestamp(validUntil)}. Por seguridad no se vuelve
          a mostrar: si no lo anotaste, obtén otro. El anterior deja de servir.
        </p>
      )}
      {request.isError && <ErrorNotice error={request.error} />}
      <Button
        variant={made ? 'outline' : 'filled'}
        fullWidth
        loading={request.isPending}
        onClick={() => request.mutate()}
      >
        {made || validUntil ? 'OBTENER OTRO CÓDIGO' : 'OBTENER CÓDIGO'}
      </Button>
    </Card>
  )
}

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

interface CardProps {
  icon: Icon
  title: string
  look?: keyof typeof looks
  level?: 1 | 2
  children: ReactNode
}

const looks = {
  calm: 'bg-soft text-on-soft',
  good: 'bg-success-soft text-success',
  bad: 'bg-error-soft text-error',
} as const

function Card({ icon: Icon, title, look = 'calm', level = 1, children }: CardProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <section className="portal-card grid gap-4 p-4 desktop:p-6">
      <span className={`grid size-14 place-items-center rounded-picture ${looks[look]}`}>
        <Icon size={28} stroke={1.75} aria-hidden />
      </span>
      <Title className="type-section">{title}</Title>
      {children}
    </section>
  )
}
