/**
 * The start page of the administration («Inicio»): pending work, today's appointments and failures; each number
 * links to its list.
 */

import { useSearch } from '@tanstack/react-router'
import { hasPermission } from '../../lib/permissions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Launch } from '../installation/launch.tsx'
import { FailedSignIns, SurveyAnswers, UnsentMails } from './overview-lists.tsx'
import { Summary } from './summary.tsx'

const lists = {
  correos: { title: 'Correos que no se enviaron', List: UnsentMails, needs: 'operations.read' },
  ingresos: { title: 'Ingresos rechazados', List: FailedSignIns, needs: 'users.read' },
  encuesta: { title: 'Respuestas de la encuesta', List: SurveyAnswers, needs: 'overview.read' },
} as const

const names = ['correos', 'ingresos', 'encuesta'] as const

export function OverviewPage() {
  const { ver: wanted } = useSearch({ strict: false })
  const user = useCurrentUser()
  const ver = names.find((name) => name === wanted && hasPermission(user, lists[name].needs))
  if (ver === undefined)
    return (
      <>
        <PageHeading title="Inicio" lead="Lo que espera, las horas de hoy y lo que falló." />
        <Summary />
      </>
    )
  const { title, List } = lists[ver]
  return (
    <>
      <BackLink to="/admin/inicio">Volver al inicio</BackLink>
      <PageHeading title={title} />
      <List />
    </>
  )
}

/** The page «Puesta en marcha». It shares the list of what is missing with «Inicio», and so its script. */
export function LaunchPage() {
  return <Launch />
}
