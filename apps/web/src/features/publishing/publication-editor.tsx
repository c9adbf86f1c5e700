/**
 * The frame of a publication's form: creating and editing, the draft on the server, the errors, and the outcome.
 * The caller provides the fields and the previews.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { DraftKind } from '@mi-portal/contract/publishing/publications'
import { IconCircleCheck, IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { HeaderContent, HeaderSlot } from '../../ui/header-slot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { PreviewAs } from './preview-as.tsx'
import type { GetField } from './publication-fields.tsx'
import { deleteDraft, draftQuery, useSavedDraft } from './publishing.queries.ts'

export type Values = Readonly<Record<string, string>>

export interface EditorProps {
  kind: DraftKind
  /** Id of the publication; 0 for a new one. */
  target: number
  /** The form's values from the server, or empty. */
  saved: Values
  /** Returns the errors by field, in the form's order. */
  validate(values: Values): Readonly<Record<string, string>>
  save(values: Values): Promise<unknown>
  /** Called when the page has older data than the server. */
  onReload(): Promise<unknown>
  done: { title: string; text: string }
  failed: string
  fields(fieldOf: GetField, setAll: (values: Values) => void): ReactNode
  /** Shows the publication as patients see it, at both widths. */
  preview(values: Values): ReactNode
  /** A smaller preview beside the form. */
  aside?(values: Values): ReactNode
  /** Returns to the list. */
  onBack(): void
}

/** The page's heading, shown from the start; the form adds its buttons to it. */
export function EditorHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <HeaderSlot
      className="flex flex-wrap gap-3 max-desktop:*:flex-auto"
      header={(place) => <PageHeading title={title}>{place}</PageHeading>}
    >
      {children}
    </HeaderSlot>
  )
}

/** Loads the user's own draft first, and then shows the form. */
export function PublicationEditor(props: EditorProps) {
  const query = useQuery(draftQuery(props.kind, props.target))
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
      {(draft) => <Editor key={`${props.kind} ${props.target}`} {...props} draft={draft} />}
    </QueryContent>
  )
}

const kindNames: Readonly<Record<DraftKind, string>> = { article: 'Artículo', ad: 'Anuncio' }

const tabs = [
  { value: 'edit', label: 'Editar' },
  { value: 'preview', label: 'Vista previa' },
] as const

type Tab = (typeof tabs)[number]['value']

type Outcome = 'sending' | 'done' | CallError | null
const idPrefix = 'publicacion-'

function Editor(props: EditorProps & { draft: { data: Values; updated_at: string } | null }) {
  const { kind, target, saved, draft } = props
  const client = useQueryClient()
  const [values, setValues] = useState<Values>(() => (draft ? { ...saved, ...draft.data } : saved))
  const [recovered, setRecovered] = useState(draft !== null)
  const [tab, setTab] = useState<Tab>('edit')
  const [attempt, setAttempt] = useState(0)
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<Outcome>(null)
  const changed = JSON.stringify(values) !== JSON.stringify(saved)
  const savedDraft = useSavedDraft(kind, target, changed ? values : null)
  const found = attempt > 0 ? props.validate(values) : {}
  const fieldErrors: Readonly<Record<string, string>> = { ...serverErrors, ...found }

  function change(next: Values) {
    savedDraft.go()
    setServerErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => next[name] === values[name])),
    )
    setValues(next)
  }

  const fieldOf: GetField = (name) => ({
    id: `${idPrefix}${name}`,
    value: values[name] ?? '',
    onChange: (value) => change({ ...values, [name]: value }),
    error: fieldErrors[name],
  })

  async function discardDraft() {
    savedDraft.stop()
    client.setQueryData(draftQuery(kind, target).queryKey, null)
    // A draft that could not be deleted is offered once more, which loses nothing.
    await deleteDraft(kind, target).catch(() => undefined)
  }

  async function submit() {
    setAttempt(attempt + 1)
    if (Object.keys(props.validate(values)).length > 0) return setTab('edit')
    setServerErrors({})
    setOutcome('sending')
    const result = await waitForOutcome(props.save(values))
    if (result instanceof CallError) {
      const named = result.fieldErrors.flatMap(({ param, msg }) => (param ? [[param, msg] as const] : []))
      setServerErrors(Object.fromEntries(named))
      return setOutcome(result)
    }
    await discardDraft()
    setRecovered(false)
    setOutcome('done')
  }

  if (outcome === 'done') return <SavedMessage {...props.done} onBack={props.onBack} />
  const apiError = outcome instanceof CallError ? outcome : null
  return (
    <>
      <HeaderContent>
        <Button variant="default" onClick={props.onBack}>
          CANCELAR
        </Button>
        <Button
          loading={outcome === 'sending'}
          leftSection={<IconDeviceFloppy size={20} stroke={1.75} aria-hidden />}
          onClick={submit}
        >
          GUARDAR CAMBIOS
        </Button>
      </HeaderContent>
      {recovered && draft && (
        <div className="mb-4">
          <Notice
            kind="info"
            announce
            title="Continúas tu borrador"
            actions={
              <Button
                size="xs"
                variant="subtle"
                onClick={() => {
                  setRecovered(false)
                  setValues(saved)
                  setAttempt(0)
                  void discardDraft()
                }}
              >
                Descartar borrador
              </Button>
            }
          >
            Lo dejaste sin guardar el {formatTimestamp(draft.updated_at)}.
          </Notice>
        </div>
      )}
      <PageTabs label={kindNames[props.kind]} tabs={tabs} value={tab} onChange={(next: Tab) => setTab(next)}>
        {tab === 'preview' ? (
          <PreviewAs values={values}>{props.preview(values)}</PreviewAs>
        ) : (
          <div
            className={
              props.aside
                ? 'grid grid-cols-1 gap-6 wide:grid-cols-[minmax(0,1.63fr)_minmax(0,1fr)] wide:items-start'
                : undefined
            }
          >
            <form
              noValidate
              className="grid gap-4 min-w-0"
              onSubmit={(event) => {
                event.preventDefault()
                void submit()
              }}
            >
              <ErrorSummary
                attempt={attempt}
                errors={Object.entries(fieldErrors).map(([name, message]) => ({
                  id: `${idPrefix}${name}`,
                  message,
                }))}
              />
              {props.fields(fieldOf, change)}
              <p className="min-h-[20px] type-meta text-muted" role="status">
                {savedDraft.state === 'saved' && 'Borrador guardado.'}
                {savedDraft.state === 'failed' &&
                  'No pudimos guardar tu borrador. Lo intentaremos con el próximo cambio.'}
              </p>
            </form>
            {props.aside && (
              <aside className="hidden wide:sticky wide:top-6 wide:block wide:min-w-0">
                {props.aside(values)}
              </aside>
            )}
          </div>
        )}
      </PageTabs>
      {apiError && (
        <ResultDialog
          opened
          kind="error"
          error={apiError}
          title={props.failed}
          onClose={() => setOutcome(null)}
          secondary={
            apiError.status === 409
              ? {
                  label: 'Cargar los datos actuales',
                  onClick: () => {
                    setOutcome(null)
                    void discardDraft().then(props.onReload)
                  },
                }
              : undefined
          }
        >
          {apiError.message}
        </ResultDialog>
      )}
    </>
  )
}

function SavedMessage({ title, text, onBack }: { title: string; text: string; onBack(): void }) {
  return (
    <section
      className="portal-card flex flex-col items-center gap-3 max-w-[560px] my-8 mx-auto py-10 px-6 text-center"
      role="status"
    >
      <span className="size-18 grid place-items-center rounded-full bg-success-soft text-success">
        <IconCircleCheck size={40} stroke={1.75} aria-hidden />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <Button onClick={onBack}>VOLVER AL ADMINISTRADOR</Button>
    </section>
  )
}
