/** The lists behind the numbers of the start page. */
import {
  type FailedMail,
  type FailedSignIn,
  latestColumns,
  type SurveyAnswer,
  mailColumns as sortedMailColumns,
} from '@mi-portal/contract/overview'
import { IconLockCheck, IconMailCheck, IconMessage2 } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { Notice } from '../../ui/notice.tsx'
import type { PageState } from '../../ui/page-picker.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { mailsQuery, signInsQuery, surveyQuery, useRetryMail } from './overview.queries.ts'

const roleNames: Readonly<Record<string, string>> = {
  STANDART_ROLE: 'Paciente',
  ADMIN_ROLE: 'Administrador',
  SUPER_ADMIN_ROLE: 'Superadministrador',
}

const mailColumns: readonly Column<FailedMail>[] = [
  { header: 'Asunto', sortName: 'subject', role: 'title', cell: ({ subject }) => subject },
  {
    header: 'Para',
    sortName: 'recipient',
    cell: ({ recipient, person }) => (
      <>
        {person && (
          <TextLink to="/admin/usuarios/editar/$id" params={{ id: String(person.id) }}>
            {person.full_name}
          </TextLink>
        )}
        <p className="type-meta">
          {recipient}
          {person?.phone && (
            <>
              {' '}
              · Llama al <PhoneLink number={person.phone} />
            </>
          )}
        </p>
      </>
    ),
  },
  { header: 'Cuándo', sortName: 'at', oneLine: true, cell: ({ at }) => formatTimestamp(at) },
  {
    header: 'Estado',
    sortName: 'state',
    cell: ({ state }) => (
      <StatusBadge look={state === 'parked' ? 'error' : 'attention'}>
        {state === 'parked' ? 'Apartado' : 'Vencido'}
      </StatusBadge>
    ),
  },
  { header: 'Intentos', sortName: 'attempts', cell: ({ attempts }) => attempts },
  {
    header: 'Motivo',
    cell: ({ error }) => (
      <span className="type-meta block">{error || 'Su plazo terminó antes de que pudiera salir'}</span>
    ),
  },
]

const signInColumns: readonly Column<FailedSignIn>[] = [
  { header: 'Quién', role: 'title', cell: ({ who }) => who ?? 'Documento sin cuenta' },
  { header: 'Rol', cell: ({ role }) => roleNames[role] ?? 'Sin iniciar sesión' },
  { header: 'Cuándo', sortName: 'at', oneLine: true, cell: ({ at }) => formatTimestamp(at) },
  { header: 'Motivo', cell: ({ reason }) => reason },
]

const answerColumns: readonly Column<SurveyAnswer>[] = [
  { header: 'Sobre', role: 'title', cell: ({ suggestion }) => suggestion },
  { header: 'Comentario', cell: ({ comment }) => comment },
  { header: 'Cuándo', sortName: 'at', oneLine: true, cell: ({ at }) => formatTimestamp(at) },
]

export function UnsentMails() {
  const list = useListAddress({ columns: sortedMailColumns })
  const query = useQuery(mailsQuery(list))
  const retry = useRetryMail()
  const actions: Column<FailedMail> = {
    header: 'Acciones',
    role: 'actions',
    cell: ({ id, subject, state }) =>
      state === 'parked' && (
        <Button
          size="xs"
          variant="light"
          aria-label={`Reintentar: ${subject}`}
          loading={retry.isPending && retry.variables === id}
          onClick={() => retry.mutate(id)}
        >
          Reintentar
        </Button>
      ),
  }
  return (
    <>
      {retry.isError && <ErrorNotice error={retry.error} />}
      {retry.isSuccess && <Notice kind="success" announce title="El correo sale de nuevo en unos segundos" />}
      <List
        query={query}
        rowsOf={({ mails }) => mails}
        columns={[...mailColumns, actions]}
        noun="correos"
        icon={IconMailCheck}
        empty="Todos los correos de los últimos 7 días se enviaron o van en camino"
        list={list}
      />
    </>
  )
}

export function FailedSignIns() {
  const list = useListAddress({ columns: latestColumns })
  const query = useQuery(signInsQuery(list))
  return (
    <List
      query={query}
      rowsOf={({ sign_ins }) => sign_ins}
      columns={signInColumns}
      noun="ingresos"
      icon={IconLockCheck}
      empty="Ningún ingreso fue rechazado en los últimos 7 días"
      list={list}
    />
  )
}

export function SurveyAnswers() {
  const list = useListAddress({ columns: latestColumns })
  const query = useQuery(surveyQuery(list))
  return (
    <List
      query={query}
      rowsOf={({ answers }) => answers}
      columns={answerColumns}
      noun="respuestas"
      icon={IconMessage2}
      empty="Todavía no hay respuestas de la encuesta"
      list={list}
    />
  )
}

function List<Data extends PageState, Row extends { id: number }>(props: {
  query: UseQueryResult<Data>
  rowsOf(data: Data): readonly Row[]
  columns: readonly Column<Row>[]
  noun: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  empty: string
  list: Pick<ReturnType<typeof useListAddress>, 'show' | 'describeTable'>
}) {
  const { query, list } = props
  useExistingListPage(list, query)
  return (
    <QueryContent query={query}>
      {(data) => {
        const rows = props.rowsOf(data)
        if (rows.length === 0) return <EmptyState icon={props.icon} title={props.empty} />
        return (
          <PagedTable
            caption={props.noun}
            columns={props.columns}
            rows={rows}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            {...list.describeTable(data, props.noun)}
          />
        )
      }}
    </QueryContent>
  )
}
