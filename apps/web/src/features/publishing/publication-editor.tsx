/**
 * The frame of a publication's form: creating and editing, the draft on the server, the errors, and the outcome.
 * The caller provides the fields and the previews.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import type { DraftKind } from '@mi-portal/contract/publishing'
import { IconCircleCheck, IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../lib/dates.ts'
import { settle } from '../../lib/settle.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { HeadSlot, InHead } from '../../ui/head-slot.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { wait } from '../../ui/tokens.ts'
import type { FieldOf } from './publication-fields.tsx'
import classes from './publishing.module.css'
import { draftQuery, dropDraft, useKeptDraft } from './publishing.queries.ts'

export type Values = Readonly<Record<string, string>>

export interface EditorProps {
  kind: DraftKind
  /** Id of the publication; 0 for a new one. */
  target: number
  /** The form's values from the server, or empty. */
  saved: Values
  /** Returns the errors by field, in the form's order. */
  judge(values: Values): Readonly<Record<string, string>>
  save(values: Values): Promise<unknown>
  /** Called when the page has older data than the server. */
  onReload(): Promise<unknown>
  done: { title: string; text: string }
  failed: string
  fields(fieldOf: FieldOf, setAll: (values: Values) => void): ReactNode
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
    <HeadSlot
      className={classes.headActions}
      head={(place) => <PageHeading title={title}>{place}</PageHeading>}
    >
      {children}
    </HeadSlot>
  )
}

/** Loads the user's own draft first, and then shows the form. */
export function PublicationEditor(props: EditorProps) {
  const query = useQuery(draftQuery(props.kind, props.target))
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={420} />}>
      {(draft) => <Editor key={`${props.kind} ${props.target}`} {...props} draft={draft} />}
    </Loaded>
  )
}

const kindNames: Readonly<Record<DraftKind, string>> = { article: 'Artículo', ad: 'Anuncio' }

const tabs = [
  { value: 'edit', label: 'Editar' },
  { value: 'preview', label: 'Vista previa' },
] as const

type Tab = (typeof tabs)[number]['value']

type Outcome = 'sending' | 'done' | ApiError | null
const idPrefix = 'publicacion-'

function Editor(props: EditorProps & { draft: { data: Values; updated_at: string } | null }) {
  const { kind, target, saved, draft } = props
  const client = useQueryClient()
  const [values, setValues] = useState<Values>(() => (draft ? { ...saved, ...draft.data } : saved))
  const [recovered, setRecovered] = useState(draft !== null)
  const [tab, setTab] = useState<Tab>('edit')
  const [attempt, setAttempt] = useState(0)
  const [serverFaults, setServerFaults] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<Outcome>(null)
  const changed = JSON.stringify(values) !== JSON.stringify(saved)
  const keeper = useKeptDraft(kind, target, changed ? values : null)
  const found = attempt > 0 ? props.judge(values) : {}
  const faults: Readonly<Record<string, string>> = { ...serverFaults, ...found }

  function change(next: Values) {
    keeper.go()
    setServerFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => next[name] === values[name])),
    )
    setValues(next)
  }

  const fieldOf: FieldOf = (name) => ({
    id: `${idPrefix}${name}`,
    value: values[name] ?? '',
    onChange: (value) => change({ ...values, [name]: value }),
    error: faults[name],
  })

  async function forgetDraft() {
    keeper.stop()
    client.setQueryData(draftQuery(kind, target).queryKey, null)
    // A draft that could not be deleted is offered once more, which loses nothing.
    await dropDraft(kind, target).catch(() => undefined)
  }

  async function submit() {
    setAttempt(attempt + 1)
    if (Object.keys(props.judge(values)).length > 0) return setTab('edit')
    setServerFaults({})
    setOutcome('sending')
    const result = await settle(props.save(values), wait.result)
    if (result instanceof ApiError) {
      const named = result.faults.flatMap(({ param, msg }) => (param ? [[param, msg] as const] : []))
      setServerFaults(Object.fromEntries(named))
      return setOutcome(result)
    }
    await forgetDraft()
    setRecovered(false)
    setOutcome('done')
  }

  if (outcome === 'done') return <Done {...props.done} onBack={props.onBack} />
  const refused = outcome instanceof ApiError ? outcome : null
  return (
    <>
      <InHead>
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
      </InHead>
      {recovered && draft && (
        <div className={classes.notice}>
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
                  void forgetDraft()
                }}
              >
                Descartar borrador
              </Button>
            }
          >
            Lo dejaste sin guardar el {formatMoment(draft.updated_at)}.
          </Notice>
        </div>
      )}
      <PageTabs label={kindNames[props.kind]} tabs={tabs} value={tab} onChange={(next: Tab) => setTab(next)}>
        {tab === 'preview' ? (
          props.preview(values)
        ) : (
          <div className={props.aside ? classes.withAside : undefined}>
            <form
              noValidate
              className={classes.form}
              onSubmit={(event) => {
                event.preventDefault()
                void submit()
              }}
            >
              <ErrorSummary
                attempt={attempt}
                errors={Object.entries(faults).map(([name, message]) => ({
                  id: `${idPrefix}${name}`,
                  message,
                }))}
              />
              {props.fields(fieldOf, change)}
              <p className={classes.keeping} role="status">
                {keeper.state === 'kept' && 'Borrador guardado.'}
                {keeper.state === 'failed' &&
                  'No pudimos guardar tu borrador. Lo intentaremos con el próximo cambio.'}
              </p>
            </form>
            {props.aside && <aside className={classes.aside}>{props.aside(values)}</aside>}
          </div>
        )}
      </PageTabs>
      {refused && (
        <ResultDialog
          opened
          kind="error"
          error={refused}
          title={props.failed}
          onClose={() => setOutcome(null)}
          secondary={
            refused.status === 409
              ? {
                  label: 'Cargar los datos actuales',
                  onClick: () => {
                    setOutcome(null)
                    void forgetDraft().then(props.onReload)
                  },
                }
              : undefined
          }
        >
          {refused.message}
        </ResultDialog>
      )}
    </>
  )
}

function Done({ title, text, onBack }: { title: string; text: string; onBack(): void }) {
  return (
    <section className={`portal-card ${classes.done}`} role="status">
      <span className={classes.doneIcon}>
        <IconCircleCheck size={40} stroke={1.75} aria-hidden />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <Button onClick={onBack}>VOLVER AL ADMINISTRADOR</Button>
    </section>
  )
}
