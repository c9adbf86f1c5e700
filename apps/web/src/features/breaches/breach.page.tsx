/** One breach of the register: its facts, the people affected, and the letters to them. */
import { type Affected, affectedColumns, type Breach } from '@mi-portal/contract/breaches'
import { IconDownload, IconMail, IconPencil, IconPrinter, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { BreachForm } from './breach-form.tsx'
import {
  breachPeopleQuery,
  breachQuery,
  useDownloadBreachLetters,
  useExportAffectedPeople,
  useSendBreachLetters,
} from './breaches.queries.ts'

const iconSize = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export function BreachPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(breachQuery(id))
  const [editing, setEditing] = useState(false)
  return (
    <>
      <BackLink to="/admin/vulneraciones">Volver al registro</BackLink>
      <PageHeading title={`Vulneración ${id}`}>
        {query.data && (
          <Button
            variant="outline"
            leftSection={<IconPencil {...iconSize} />}
            onClick={() => setEditing(true)}
          >
            Modificar
          </Button>
        )}
      </PageHeading>
      <QueryContent query={query}>
        {(breach) => (
          <div className="grid gap-6">
            <Facts breach={breach} />
            <People breach={breach} />
            {editing && (
              <BreachForm
                breach={breach}
                onClose={() => setEditing(false)}
                onSaved={() => setEditing(false)}
              />
            )}
          </div>
        )}
      </QueryContent>
    </>
  )
}

function Facts({ breach }: { breach: Breach }) {
  const period =
    breach.seen_from || breach.seen_before
      ? [
          breach.seen_from && `desde ${formatTimestamp(breach.seen_from)}`,
          breach.seen_before && `hasta ${formatTimestamp(breach.seen_before)}`,
        ]
          .filter(Boolean)
          .join(' ')
      : null
  const rows = [
    ['Qué ocurrió', breach.nature],
    ['Posibles efectos', breach.effects],
    ['Tipos de datos', breach.data_categories],
    ['Personas afectadas', breach.people_categories],
    ['Medidas adoptadas', breach.measures],
    ['Se conoció', formatTimestamp(breach.known_at)],
    [
      'Aviso a la Agencia',
      breach.agency_told_at === null ? 'Sin avisar' : formatTimestamp(breach.agency_told_at),
    ],
    ['Cuenta del personal', breach.actor?.name ?? null],
    ['Dirección IP', breach.ip],
    ['Período', period],
    ['Registrada', `${formatTimestamp(breach.created_at)}, por ${breach.opened_by}`],
  ] as const
  return (
    <section className="portal-card px-6 pt-4 pb-6" aria-label="Lo registrado">
      <dl className="grid gap-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line">
        {rows.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

const columns: readonly Column<Affected>[] = [
  {
    header: 'Persona',
    sortName: 'name',
    role: 'title',
    cell: ({ name, document }) => (
      <>
        <span className="block font-strong text-strong">{name}</span>
        <span className="type-meta text-muted block">{document}</span>
      </>
    ),
  },
  {
    header: 'Qué se vio',
    cell: ({ seen }) => seen.map(({ what, times }) => (times > 1 ? `${what} (${times})` : what)).join(', '),
  },
  {
    header: 'Cuándo',
    cell: ({ first_at, last_at }) =>
      first_at === last_at
        ? formatTimestamp(first_at)
        : `${formatTimestamp(first_at)} a ${formatTimestamp(last_at)}`,
  },
  { header: 'Carta', cell: ({ mails }) => (mails === 0 ? 'Por correo postal' : 'Por e-mail') },
]

function People({ breach }: { breach: Breach }) {
  const list = useListAddress({ usualLimit: 20, columns: affectedColumns })
  const query = useQuery(breachPeopleQuery(breach.id, list))
  const send = useSendBreachLetters(breach.id)
  const csv = useExportAffectedPeople(breach.id)
  const letters = useDownloadBreachLetters(breach.id)
  const [asking, setAsking] = useState(false)
  useExistingListPage(list, query)
  const failed = [send, csv, letters].find(({ isError }) => isError)

  return (
    <section aria-labelledby="people">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 mb-4">
        <h2 id="people">Personas a quienes afecta</h2>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            leftSection={<IconDownload {...iconSize} />}
            loading={csv.isPending}
            disabled={breach.people === 0}
            onClick={() => csv.mutate()}
          >
            Descargar CSV
          </Button>
          <Button
            variant="outline"
            leftSection={<IconPrinter {...iconSize} />}
            loading={letters.isPending}
            disabled={breach.people === 0}
            onClick={() => letters.mutate()}
          >
            Cartas en PDF
          </Button>
          {breach.letters_at === null && (
            <Button
              leftSection={<IconMail {...iconSize} />}
              disabled={breach.people === 0}
              onClick={() => setAsking(true)}
            >
              Enviar cartas
            </Button>
          )}
        </div>
      </div>
      {breach.letters_at !== null && <p>Las cartas se enviaron el {formatTimestamp(breach.letters_at)}.</p>}
      <QueryContent query={query}>
        {(found) =>
          found.people.length === 0 ? (
            <EmptyState icon={IconUsers} title="El registro de accesos no nombra a nadie" />
          ) : (
            <PagedTable
              caption="Personas a quienes afecta"
              columns={columns}
              rows={found.people}
              rowKey={({ person_id }) => person_id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, 'personas')}
            />
          )
        }
      </QueryContent>
      <ConfirmDialog
        opened={asking}
        title="¿Enviar las cartas?"
        confirm="Enviar"
        loading={send.isPending}
        onConfirm={() => send.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>
          Cada persona con e-mail recibe la suya una sola vez. Desde entonces la lista de personas no cambia;
          para quienes no tienen e-mail, imprime las cartas en PDF.
        </p>
      </ConfirmDialog>
      {send.isSuccess && (
        <ResultDialog opened kind="success" title="Cartas enviadas" onClose={send.reset}>
          {send.data.mailed} por e-mail y {send.data.by_post} para imprimir.
        </ResultDialog>
      )}
      {failed && (
        <ResultDialog
          opened
          kind="error"
          error={failed.error}
          title="No ha sido posible"
          onClose={failed.reset}
        >
          {failed.error?.message}
        </ResultDialog>
      )}
    </section>
  )
}
