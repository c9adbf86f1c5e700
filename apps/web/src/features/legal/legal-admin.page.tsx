/** The super administrators' page of legal texts: their versions, and the editor of a new one. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { LegalKind, LegalVersion, WaitingText } from '@mi-portal/contract/legal'
import { canAskAgain, findLegalTextError, legalHtml } from '@mi-portal/contract/legal'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay, formatTimestamp } from '../../lib/dates.ts'
import { createDraftHook } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import {
  legalVersionQuery,
  legalVersionsQuery,
  publishingFailed,
  usePublishLegalText,
} from './legal.queries.ts'
import { ReadTextDialog } from './read-text-dialog.tsx'

const tabs = [
  { value: 'terms', label: 'Términos y condiciones' },
  { value: 'privacy', label: 'Aviso de privacidad' },
  { value: 'family_group', label: 'Declaración por un menor' },
  { value: 'accessibility', label: 'Accesibilidad' },
  { value: 'rights', label: 'Tus derechos' },
] as const satisfies readonly { value: LegalKind; label: string }[]

export function LegalAdminPage() {
  const { tab } = useSearch({ strict: false })
  const navigate = useNavigate()
  const kind = tabs.find(({ value }) => value === tab)?.value ?? 'terms'
  return (
    <>
      <PageHeading
        title="Textos legales"
        lead="Cada versión queda guardada con su fecha y quién la aceptó."
      />
      <PageTabs
        label="Textos legales"
        tabs={tabs}
        value={kind}
        onChange={(to) => navigate({ to: '/admin/privacidad', search: { tab: to } })}
      >
        <Versions key={kind} kind={kind} />
      </PageTabs>
    </>
  )
}

const columnsWith = (onRead: (version: string) => void): readonly Column<LegalVersion>[] => [
  { header: 'Versión', role: 'title', cell: ({ version }) => version },
  { header: 'Vigente desde', cell: ({ valid_from }) => formatDay(valid_from) },
  {
    header: 'Publicada',
    cell: ({ published_at, published_by, number }) =>
      number > 1
        ? 'Cambió un valor de la configuración'
        : published_at === null
          ? 'Viene con los textos de la clínica'
          : `${formatTimestamp(published_at)}, ${published_by ?? ''}`,
  },
  { header: 'Personas que la aceptaron', cell: ({ accepted }) => accepted },
  {
    header: 'Acciones',
    role: 'actions',
    cell: ({ version }) => (
      <Button
        size="sm"
        variant="default"
        aria-label={`Leer la versión ${version}`}
        onClick={() => onRead(version)}
      >
        Leer
      </Button>
    ),
  },
]

function Versions({ kind }: { kind: LegalKind }) {
  const query = useQuery(legalVersionsQuery(kind))
  const [reading, setReading] = useState<string | null>(null)
  if (query.error instanceof CallError && query.error.status === 404)
    return (
      <EmptyState icon={IconFileText} title="Este texto aún no existe">
        Su primera versión viene del paquete de la clínica.
      </EmptyState>
    )
  return (
    <QueryContent query={query}>
      {({ versions, source, waiting }) => (
        <div className="grid gap-4">
          <PagedTable
            dense
            caption="Versiones"
            columns={columnsWith(setReading)}
            rows={versions}
            rowKey={({ version }) => version}
          />
          {reading !== null && (
            <ReadTextDialog
              title={tabs.find(({ value }) => value === kind)?.label ?? ''}
              query={legalVersionQuery(kind, reading)}
              onClose={() => setReading(null)}
            />
          )}
          <NewVersion
            key={versions[0]?.version}
            kind={kind}
            source={source}
            basedOn={versions[0]?.id ?? 0}
            waiting={waiting}
          />
        </div>
      )}
    </QueryContent>
  )
}

const useDraft = createDraftHook<{ kind: LegalKind; text: string }>()

interface NewVersionProps {
  kind: LegalKind
  source: string
  basedOn: number
  waiting: WaitingText | null
}

function NewVersion({ kind, source, basedOn, waiting }: NewVersionProps) {
  const [text, setText] = useState(source)
  const [again, setAgain] = useState(false)
  const [fieldError, setFieldError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const publish = usePublishLegalText(kind)
  const draft = useDraft(() => (publish.isSuccess || text === source ? null : { kind, text }))
  const changed = text.trim() !== source

  function begin() {
    const missing = text.trim() === '' ? 'Digita Texto' : undefined
    // The same text may be published to be accepted again, for example after a text that came with the portal or a
    // changed setting.
    const same = changed || again ? undefined : 'El texto es igual al vigente'
    const wrong = missing ?? same ?? findLegalTextError(text) ?? undefined
    setFieldError(wrong)
    if (wrong) document.getElementById('texto-legal')?.focus()
    else setAsking(true)
  }

  return (
    <section className="portal-card grid gap-4 p-6 max-desktop:p-4" aria-labelledby="nueva-version">
      <h2 id="nueva-version">Nueva versión</h2>
      {draft.offered?.kind === kind && (
        <DraftNotice
          onTake={() => {
            setText(draft.offered?.text ?? source)
            draft.discard()
          }}
          onLeave={draft.discard}
        />
      )}
      {waiting && (
        <Notice
          kind="warning"
          title={`La versión ${waiting.version} llegó con el portal y espera que la publiques`}
          actions={
            <Button size="sm" variant="default" onClick={() => setText(waiting.source)}>
              Usar ese texto
            </Button>
          }
        >
          Está aquí desde el {formatDay(waiting.valid_from)}. Sigue vigente la que publicó la clínica hasta
          que publiques otra: revisa qué cambia y decide si la tomas.
        </Notice>
      )}
      <TextArea
        id="texto-legal"
        label="Texto"
        description="Una línea en blanco separa párrafos; «## » comienza un título, «- » una línea de lista y **así** se destaca. Lo que va entre llaves, como {brand}, se reemplaza por lo configurado."
        rows={18}
        maxLength={60_000}
        value={text}
        onChange={(typed) => {
          setText(typed)
          setFieldError(undefined)
        }}
        error={fieldError}
      />
      <details className="[&_summary]:min-h-11 [&_summary]:font-strong [&_summary]:cursor-pointer">
        <summary>Ver cómo queda</summary>
        <RichText html={legalHtml(text)} />
      </details>
      {canAskAgain(kind) && (
        <CheckBox checked={again} onChange={setAgain}>
          Pedir a todas las personas que la acepten al volver a entrar
        </CheckBox>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3 max-desktop:[&>button]:flex-1">
        <Button onClick={begin}>Publicar</Button>
      </div>
      <ConfirmDialog
        opened={asking && publish.isIdle}
        title="¿Publicar esta versión?"
        confirm="Publicar"
        cancel="Cancelar"
        onConfirm={() => {
          draft.discard()
          publish.mutate({ text, ask_again: again, based_on: basedOn })
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          Rige desde ahora y no se puede deshacer: para cambiarla se publica otra.{' '}
          {again
            ? 'Nadie podrá usar el portal antes de aceptarla.'
            : 'A quienes ya tienen cuenta no se les pedirá aceptarla.'}
        </p>
      </ConfirmDialog>
      {publish.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          title="La versión fue publicada"
          onClose={() => {
            setAsking(false)
            publish.reset()
            void publish.reload()
          }}
        >
          Versión {publish.data.version}, vigente desde el {formatDay(publish.data.valid_from)}.
        </ResultDialog>
      )}
      {publish.isError && (
        <ResultDialog
          opened
          kind="error"
          error={publish.error}
          title={publishingFailed}
          onClose={() => {
            setAsking(false)
            publish.reset()
          }}
        >
          {publish.error.message}
        </ResultDialog>
      )}
    </section>
  )
}
