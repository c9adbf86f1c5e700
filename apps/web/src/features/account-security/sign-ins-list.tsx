/** The sign-ins of the user's account, with «No fui yo» for those that were accepted. */
import type { SignIn, SignInWay } from '@mi-portal/contract/account-security'
import { IconDeviceLaptop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { closeSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { FoldArrow } from '../../ui/rows/row.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { signInsQuery, useReportSignIn } from './security.queries.ts'

const wayLabels: Readonly<Record<SignInWay, string>> = {
  password: 'Contraseña',
  'temporary-password': 'Contraseña temporal',
  passkey: 'Huella o PIN',
  unknown: 'No registrado',
}

function describeWay({ accepted, way, second_factor }: SignIn): string {
  if (!accepted) return ''
  return second_factor ? ` · ${wayLabels[way]} y código` : ` · ${wayLabels[way]}`
}

const columns: readonly Column<SignIn>[] = [
  { header: 'Cuándo', role: 'title', oneLine: true, cell: ({ at }) => formatTimestamp(at) },
  { header: 'Dispositivo', cell: (signIn) => `${signIn.device}${describeWay(signIn)}` },
  {
    header: 'Resultado',
    oneLine: true,
    cell: ({ accepted }) =>
      accepted ? (
        <StatusBadge look="success">Sí, entró</StatusBadge>
      ) : (
        <StatusBadge look="attention">No entró</StatusBadge>
      ),
  },
]

interface SignInsListProps {
  userId: number
  page: number
  onPage(page: number, replace?: boolean): unknown
}

export function SignInsList({ userId, page, onPage }: SignInsListProps) {
  const isWide = useWideScreen()
  const query = useQuery(signInsQuery(userId, page))
  const [reported, setReported] = useState<SignIn | null>(null)
  useExistingPage(query.isPlaceholderData ? undefined : query.data, (to) => onPage(to, true))
  const report: Column<SignIn> = {
    header: 'Avisar',
    role: 'actions',
    cell: (signIn) =>
      signIn.accepted && (
        <Button
          size="xs"
          variant="outline"
          danger
          aria-label={`No fui yo: ${formatTimestamp(signIn.at)}`}
          onClick={() => setReported(signIn)}
        >
          No fui yo
        </Button>
      ),
  }
  return (
    <section aria-labelledby="inicios-de-sesion">
      {/* Folded on phones, and open on a further page of the list. */}
      <details key={String(isWide)} open={isWide || page > 1}>
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between">
          <h2 id="inicios-de-sesion">Inicios de sesión</h2>
          <FoldArrow />
        </summary>
        <p className="mb-4 text-muted">Si no reconoces uno, toca «No fui yo».</p>
        <QueryContent query={query}>
          {(found) =>
            found.sign_ins.length === 0 ? (
              <EmptyState icon={IconDeviceLaptop} title="No hay inicios de sesión que mostrar" />
            ) : (
              <PagedTable
                dense
                caption="Inicios de sesión de los últimos 12 meses"
                columns={[...columns, report]}
                rows={found.sign_ins}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
                paging={{ ...found, noun: 'inicios de sesión', onPage }}
              />
            )
          }
        </QueryContent>
      </details>
      {reported && <ReportDialog signIn={reported} onClose={() => setReported(null)} />}
    </section>
  )
}

function ReportDialog({ signIn, onClose }: { signIn: SignIn; onClose(): void }) {
  const navigate = useNavigate()
  const report = useReportSignIn()
  return (
    <ConfirmDialog
      opened
      danger
      title="¿No fuiste tú?"
      confirm="No fui yo"
      loading={report.isPending}
      onConfirm={() =>
        report.mutate(signIn.id, {
          onSuccess: async () => {
            await navigate({ to: '/proteger/$what/{-$token}', params: { what: 'no-fui-yo', token: 'listo' } })
            closeSession()
          },
        })
      }
      onClose={onClose}
    >
      {report.isError && <ErrorNotice error={report.error} />}
      <p>
        Inicio de sesión del {formatTimestamp(signIn.at)} con {signIn.device}. Si avisas que no fuiste tú:
      </p>
      <ul className="grid gap-1 pl-6">
        <li>Cerraremos todas tus sesiones, también esta.</li>
        <li>Suspenderemos las huellas y los PIN que se agregaron desde una semana antes.</li>
        <li>No enviaremos contraseñas temporales hasta revisarlo contigo en la clínica.</li>
        <li>La clínica recibirá tu caso y te contactará.</li>
      </ul>
      <p>Tu contraseña sigue sirviendo: entra de nuevo y cámbiala.</p>
    </ConfirmDialog>
  )
}
