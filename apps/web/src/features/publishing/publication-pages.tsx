/** The two pages of a kind of publication: creating and editing. A table describes the kind. */
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { BackLink } from '../../ui/back-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { EditorHead, type EditorProps, PublicationEditor, type Values } from './publication-editor.tsx'

type List = '/admin/anuncios' | '/admin/control-prevencion'

interface Work {
  title: string
  done: EditorProps['done']
  failed: string
}

export interface PublicationKind<Row extends { updated_at: string }>
  extends Pick<EditorProps, 'kind' | 'validate' | 'fields' | 'preview' | 'aside'> {
  /** The address of the list, and the key of its cached data. */
  list: List
  listKey: QueryKey
  useOne(id: number): UseQueryResult<Row>
  /** The form's values for a new publication, and for an existing one. */
  fresh: Values
  valuesOf(row: Row): Values
  create(values: Values): Promise<unknown>
  /** `readAt` is the `updated_at` of the row that was read. */
  edit(id: number, values: Values, readAt: string): Promise<unknown>
  creating: Work
  editing: Work
}

export function CreatePublication<Row extends { updated_at: string }>(props: { kind: PublicationKind<Row> }) {
  const { kind } = props
  const onBack = useReturnToList(kind)
  return (
    <>
      <BackLink to={kind.list}>Volver al administrador</BackLink>
      <EditorHead title={kind.creating.title}>
        <PublicationEditor
          {...kind}
          {...kind.creating}
          target={0}
          saved={kind.fresh}
          save={kind.create}
          onReload={async () => undefined}
          onBack={onBack}
        />
      </EditorHead>
    </>
  )
}

export function EditPublication<Row extends { updated_at: string }>(props: { kind: PublicationKind<Row> }) {
  const { id = '' } = useParams({ strict: false })
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  return (
    <>
      <BackLink to={props.kind.list}>Volver al administrador</BackLink>
      <EditorHead title={props.kind.editing.title}>
        <Edit key={number} kind={props.kind} id={number} />
      </EditorHead>
    </>
  )
}

function Edit<Row extends { updated_at: string }>(props: { kind: PublicationKind<Row>; id: number }) {
  const { kind, id } = props
  const onBack = useReturnToList(kind)
  const query = kind.useOne(id)
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
      {(row) => (
        <PublicationEditor
          key={row.updated_at}
          {...kind}
          {...kind.editing}
          target={id}
          saved={kind.valuesOf(row)}
          save={(values) => kind.edit(id, values, row.updated_at)}
          onReload={query.refetch}
          onBack={onBack}
        />
      )}
    </QueryContent>
  )
}

/** Returns a function that goes back to the list and reloads it. */
function useReturnToList({ list, listKey }: { list: List; listKey: QueryKey }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: listKey })
    void navigate({ to: list })
  }
}
